import { expect, test } from '@jest/globals';
import type { Backend } from '../../core/ports/backend.ts';
import { drawFirstPages } from './warmUp.ts';

const selling = { somePoint: async () => ({ clientId: 'blaufink', evseId: 'DE*BLF*E1001*1' }) } as unknown as Backend;

test('before anybody comes, the pages are drawn that visitors come to first', async () => {
  const drawn: string[] = [];
  await drawFirstPages({ backend: selling, draw: async path => void drawn.push(path) });
  expect(drawn).toEqual(['/blaufink/evse/DE*BLF*E1001*1', '/blaufink/receipts', '/blaufink/terms']);
});

test('a page that cannot be drawn for nobody keeps nothing from starting', async () => {
  const draw = () => Promise.reject(new Error('planted'));
  await expect(drawFirstPages({ backend: selling, draw })).resolves.toBeUndefined();
});

test('where nothing is sold, nothing is drawn', async () => {
  const draw = () => Promise.reject(new Error('Drawn'));
  await expect(drawFirstPages({ backend: { ...selling, somePoint: async () => null }, draw })).resolves.toBeUndefined();
});
