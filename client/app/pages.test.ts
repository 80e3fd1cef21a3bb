import { existsSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { PAGES } from './pages.ts';

test('the build knows every page by the file that shows it', () => {
  const sources = Object.values(PAGES).map(({ source }) => source);
  expect(sources.filter(source => !existsSync(source))).toEqual([]);
});
