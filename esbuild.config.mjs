// @ts-check
// What esbuild makes of the sources: `npm run build`, `npm run dev`.
import path from 'node:path';
import { build } from './scripts/build/build.ts';
import { SERVER_MAIN } from './scripts/build/builtFrom.ts';
import { namesReadOnce } from './scripts/build/namesReadOnce.ts';
import { pageGroups } from './scripts/build/pageGroups.ts';
import { listExternalPackages, REQUIRE, serverPlugins } from './scripts/build/serverParts.ts';
import { stableStyledIds } from './scripts/build/stableStyledIds.ts';

/** @typedef {import('esbuild').BuildOptions} BuildOptions */
/** @typedef {import('esbuild').Plugin} Plugin */

const isWatching = process.argv.includes('--watch');
const isDevelopment = isWatching || process.env.NODE_ENV === 'development';
const mode = isDevelopment ? 'development' : 'production';
// In watch mode the release build remains unchanged.
const outdir = process.env.OUT_DIR ?? (isWatching ? 'dist-watch' : 'dist');
// Tests start the app with other parts, such as a local payment provider.
const main = process.env.SERVER_MAIN ?? SERVER_MAIN;
const reactBuild = { 'process.env.NODE_ENV': JSON.stringify(mode) };

/**
 * What phones keep pages with: one file at the root, named by the build that it belongs to.
 * @type {BuildOptions}
 */
const worker = {
  entryPoints: { 'service-worker': 'client/worker/worker.ts' },
  outdir,
  bundle: true,
  format: 'iife',
  platform: 'browser',
  target: ['es2022', 'chrome109', 'safari16', 'firefox115'],
  minify: !isDevelopment,
  legalComments: 'none',
  logLevel: 'warning',
};

/** Replacements in browsers for packages that only the server needs completely; see docs/decisions/0025. */
const inBrowsers = {
  'react-i18next': './client/browser/translation.ts',
  '@loadable/component': './client/browser/loadable.ts',
};

const STYLED = path.resolve('client/browser/styled.ts');
/**
 * The same for styled-components, which its stand-in itself needs as it is.
 * @type {Plugin}
 */
const styledInBrowsers = {
  name: 'styled-in-browsers',
  setup(build) {
    build.onResolve({ filter: /^styled-components$/ }, ({ importer }) => (importer === STYLED ? null : { path: STYLED }));
  },
};

/**
 * Parts of styled-components that are asked for while developing, or by options we have not set.
 * @type {Plugin}
 */
const neverAsked = {
  name: 'never-asked',
  setup(build) {
    const nothing = { contents: 'export const prefix = undefined; export default undefined' };
    build.onLoad({ filter: /[\\/](stylis[\\/]src[\\/]Prefixer|emotion-is-prop-valid\.cjs)\.m?js$/ }, () =>
      isDevelopment ? null : nothing,
    );
  },
};

/** @type {BuildOptions} */
const browser = {
  entryPoints: { app: 'client/main.tsx' },
  outdir: path.join(outdir, 'assets'),
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'browser',
  target: ['es2022', 'chrome109', 'safari16', 'firefox115'],
  jsx: 'automatic',
  jsxDev: isDevelopment,
  minify: !isDevelopment,
  metafile: true,
  sourcemap: isDevelopment ? true : 'external',
  entryNames: '[name].[hash]',
  chunkNames: 'chunk.[hash]',
  // Adds rules through the CSSOM in every mode, also in development. The content security policy of a cached page would refuse
  // style elements with text.
  define: { ...reactBuild, SC_DISABLE_SPEEDY: 'false' },
  conditions: [isDevelopment ? 'development' : 'production'],
  alias: inBrowsers,
  legalComments: 'none',
  logLevel: 'warning',
};
const browserPlugins = [
  pageGroups(browser),
  namesReadOnce(['react', 'react/jsx-runtime']),
  styledInBrowsers,
  neverAsked,
  stableStyledIds,
];

/** @type {BuildOptions} */
const server = {
  // Documents and photos are drawn on worker threads, each of which needs its own file.
  entryPoints: {
    start: 'server/start.ts',
    server: main,
    drawingThread: 'server/compose/drawingThread.ts',
    photoThread: 'server/compose/photoThread.ts',
  },
  outdir,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  external: listExternalPackages(),
  banner: { js: REQUIRE },
  jsx: 'automatic',
  jsxDev: isDevelopment,
  // Names are not minified, because errors are logged with them.
  minifySyntax: !isDevelopment,
  minifyWhitespace: !isDevelopment,
  // A separate file that is read when an error is logged: see server/platform/redactSecrets.ts.
  sourcemap: 'external',
  sourcesContent: false,
  metafile: true,
  define: reactBuild,
  logLevel: 'warning',
  plugins: [stableStyledIds, ...serverPlugins],
};

await build({ mode, isWatching, outdir, main, browser: { ...browser, plugins: browserPlugins }, server, worker });
