import { globSync, readFileSync } from 'node:fs';
import { PATHS } from '../../../shared/charging/paths.ts';

/** The address of every page of the console. Read as text, because Node alone cannot load pages. */
const consolePaths = (): string[] =>
  globSync('client/console/pages/**/*.tsx')
    .map(file => readFileSync(file, 'utf8'))
    .flatMap(text => [...text.matchAll(/(?:[ {]path: |Page\('\w+', )'(\/[^']*)'/gm)])
    .map(([, path = '']) => path);

/** What Express does not know: pages and forms that are told apart below one handler, and sockets. */
const listUnroutedPaths = (): string[] => [
  ...Object.values(PATHS),
  ...consolePaths().map(path => `/operator${path.replace(/\/$/, '')}`),
  ...Object.values(PATHS).map(path => `/operator/preview/:light/:locale${path}`),
  ...['/ocpp', '/ocpp/:station', '/ocpp/:station/:more', '/{*any}'],
];

/** Every address of an app: what its routers have told, and what is beside them. */
export const listAddresses = (reported: readonly string[]): string[] =>
  [...new Set([...reported, ...listUnroutedPaths()])].sort();

/** Whether it belongs to the people who run the shop. */
export const isConsole = (place: string): boolean => place.startsWith('/operator');
