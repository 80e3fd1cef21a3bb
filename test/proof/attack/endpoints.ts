import { globSync, readFileSync } from 'node:fs';
import { PATHS } from '../../../shared/charging/paths.ts';
import { API_PATH } from '../../../shared/console/api.ts';

/** Returns the address of every console page. The sources are read as text, because Node cannot import TSX files by itself. */
const consolePaths = (): string[] =>
  globSync('client/console/pages/**/*.tsx')
    .map(file => readFileSync(file, 'utf8'))
    .flatMap(text => [...text.matchAll(/(?:[ {]path: |Page\((?:'\w+', )?)'(\/[^']*)'/gm)])
    .map(([, path = '']) => path);

/** Addresses that Express does not route: pages and forms that one handler distinguishes, and sockets. */
const listUnroutedPaths = (): string[] => [
  ...Object.values(PATHS),
  ...consolePaths().map(path => `/operator${path.replace(/\/$/, '')}`),
  ...Object.values(PATHS).map(path => `/operator/preview/:light/:locale${path}`),
  ...['/ocpp', '/ocpp/:station', '/ocpp/:station/:more', '/{*any}'],
];

/** Returns every address of an app: the paths that its routers reported, and the addresses that are not Express routes. */
export const listAddresses = (reported: readonly string[]): string[] =>
  [...new Set([...reported, ...listUnroutedPaths()])].sort();

/** Returns true for addresses of the staff console. */
export const isConsole = (place: string): boolean => /^\/operator(\/|$)/.test(place);

/** Returns true for addresses of the API for operators. */
export const isApi = (place: string): boolean => place.startsWith(API_PATH);
