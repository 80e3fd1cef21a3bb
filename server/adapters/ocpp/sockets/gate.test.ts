import { expect, test } from '@jest/globals';
import type { Registry } from '../registry/registry.ts';
import { createGate } from './gate.ts';

/** Knows no station. */
const registry = { find: async () => null, noteUnknown: async () => undefined } as unknown as Registry;

test.each([
  ['2001:db8:1:2::', 'of one network', true],
  ['192.0.2.', 'of their own', false],
])('Strangers who try from many addresses %s%s are held back: %s', async (network, _, isHeldBack) => {
  const gate = createGate({ registry, path: '/ocpp', isDemo: false });
  const knocks = Array.from({ length: 60 }, (_tried, n) =>
    gate({
      identity: 'NOBODY',
      endpoint: '/ocpp',
      password: undefined,
      protocols: new Set(['ocpp1.6']),
      remoteAddress: `${network}${n + 1}`,
    }),
  );
  const answers = await Promise.all(knocks);
  const statuses = answers.map(answer => (answer.isAdmitted ? 0 : answer.status));
  expect(statuses.includes(429)).toBe(isHeldBack);
});
