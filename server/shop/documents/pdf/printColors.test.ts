import { expect, test } from '@jest/globals';
import { printColors } from './printColors.ts';

test('a dark brand stays as it is, with white on it', () => {
  expect(printColors('#00843d')).toEqual({ fill: '#00843d', onFill: '#ffffff', line: '#00843d' });
});

test('a bright brand fills the plate, but its lines are darkened until they can be seen on paper', () => {
  const { fill, onFill, line } = printColors('#ffd400');
  expect([fill, onFill]).toEqual(['#ffd400', '#000000']);
  expect(line).not.toBe('#ffd400');
  expect(printColors(line).line).toBe(line);
});

test('even a white brand gets a line', () => {
  expect(printColors('#ffffff').line).toMatch(/^#[0-9a-f]{6}$/);
  expect(printColors('#ffffff').line).not.toBe('#ffffff');
});
