import { expect, test } from '@jest/globals';
import { countConnections } from './connectionCounts.ts';

test('Connections are limited by network and in total, and one that ends leaves room for another', () => {
  const counts = countConnections({ maxConnections: 3, maxPerNetwork: 2 });
  const [first] = [counts.open('a'), counts.open('a')];
  expect([counts.isFull('a'), counts.isFull('b')]).toEqual([true, false]);
  counts.open('b');
  expect([counts.isFull('a'), counts.isFull('b')]).toEqual([true, true]);
  first?.();
  expect([counts.isFull('a'), counts.isFull('b')]).toEqual([false, false]);
});
