import { globSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { CONSOLE_PAGES } from '../../../client/console/pages.ts';
import { ROUTES } from '../../../client/core/routes.ts';
import { FORM_PATHS } from '../../../server/http/forms/forms.ts';
import { ENDPOINTS } from '../../../shared/charging/charging.ts';
import { attack } from './attack.ts';

/**
 * Returns the Express paths that are written in the sources. In a mounted router, a written path is only the end of the complete
 * path.
 */
const writtenPaths = (): string[] =>
  globSync('server/**/*.{ts,tsx}', { exclude: file => file.includes('.test.') })
    .map(file => readFileSync(file, 'utf8'))
    .flatMap(text => [...text.matchAll(/\b(?:router|app)\.(?:get|post|put|patch|delete|all)\(\s*\[?('\/[^)\]]*?')[\],)]/g)])
    .flatMap(([, paths = '']) => [...paths.matchAll(/'(\/[^']*)'/g)].map(([, path = '']) => path))
    .filter(path => path !== '/');

/** Paths that only a demo on local addresses serves. */
const EXCLUDED_PATHS = ['/sign-in/demo'];

it('The attack is sent to every page, every form, every question and every path that the sources name', async () => {
  const { locations } = await attack({ requests: 0, slow: 0, seed: 'places', print: () => undefined });
  const known = [
    ...ROUTES.map(({ path }) => path).filter(path => path !== '*'),
    ...FORM_PATHS,
    ...Object.values(ENDPOINTS).map(([, path]) => path),
    ...CONSOLE_PAGES.map(({ path }) => `/operator${path.replace(/\/$/, '')}`),
  ];
  expect(known.length).toBeGreaterThan(70);
  expect(known.filter(path => !locations.includes(path))).toEqual([]);
  const written = writtenPaths().filter(path => !EXCLUDED_PATHS.includes(path));
  expect(written.length).toBeGreaterThan(25);
  expect(written.filter(path => !locations.some(place => place.endsWith(path)))).toEqual([]);
}, 120_000);
