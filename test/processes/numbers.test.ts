import { expect, it } from '@jest/globals';
import { proveNumbers } from '../support/proveNumbers.ts';

it.each(['sqlite', 'postgres'] as const)(
  'Documents are numbered 1 to N on %s, although the processes that issue them are killed in the middle',
  async engine => {
    const proof = await proveNumbers({ engine, documents: 24, workers: 3, kills: 3 });
    expect(proof).toMatchObject({ issued: 24, missing: [], surplus: [], kills: 3 });
  },
  120_000,
);
