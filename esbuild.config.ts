import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { readSources, SERVER_MAIN } from './scripts/builtFrom.ts';
import { bundledLicences } from './scripts/bundledLicences.ts';
import { compressFiles } from './scripts/compressFiles.ts';
import { earlierThan, removeOthers, withdrawBuild } from './scripts/earlierBuild.ts';
import { minifyFiles } from './scripts/minifyFiles.ts';
import { namesReadOnce } from './scripts/namesReadOnce.ts';
import { pageGroups } from './scripts/pageGroups.ts';
import { lateParts, REQUIRE, serverPlugins } from './scripts/serverParts.ts';
import { buildSprite } from './scripts/sprite.ts';
import { stableStyledIds } from './scripts/stableStyledIds.ts';

const isWatching = process.argv.includes('--watch');
const isDevelopment = isWatching || process.env.NODE_ENV === 'development';
const mode = isDevelopment ? 'development' : 'production';
// While somebody works, the build of a release stays as it is.
const outdir = process.env.OUT_DIR ?? (isWatching ? 'dist-watch' : 'dist');
const assets = path.join(outdir, 'assets');
// Tests start the app with other parts, such as a payment provider on this machine.
const main = process.env.SERVER_MAIN ?? SERVER_MAIN;
// Read before anything is built: what changes meanwhile makes the build an old one.
const from = readSources({ mode, main });
const reactBuild = { 'process.env.NODE_ENV': JSON.stringify(mode) };

const hashOf = (text: string): string =>
  createHash('sha256')
    .update(text)
    .digest('base64url')
    .replace(/[^a-z0-9]/gi, '')
    .slice(0, 8);
const urlOf = (file: string): string => `/${path.relative(outdir, file)}`;

/** Writes a file whose name carries its content's hash, so that it may be cached for ever. */
function writeHashed(name: string, extension: string, text: string): string {
  const file = `${name}.${hashOf(text)}.${extension}`;
  fs.writeFileSync(path.join(assets, file), text);
  return `/assets/${file}`;
}

/**
 * From esbuild's metafile: the entry, and for each page every file the browser will need at once, each behind what it is
 * built on.
 */
function scripts(meta: esbuild.Metafile): { entry: string; preload: Record<string, readonly string[]> } {
  const closure = (file: string, found = new Set<string>(), seen = new Set<string>()): Set<string> => {
    if (seen.has(file)) return found;
    seen.add(file);
    for (const { path: target, kind } of meta.outputs[file]?.imports ?? [])
      if (kind === 'import-statement') closure(target, found, seen);
    return found.add(file);
  };
  const files = new Map(Object.entries(meta.outputs).map(([file, { entryPoint = '' }]) => [entryPoint, file]));
  // The file that has the app in it; what esbuild names as its entry only leads there.
  const entry = Object.entries(meta.outputs).find(([, { inputs }]) => 'client/main.tsx' in inputs)?.[0];
  if (entry === undefined) throw new Error('The client build has no entry');
  const preload = Object.fromEntries(
    [...files]
      .filter(([source]) => source.startsWith('client/pages/'))
      .map(([source, page]) => [
        source,
        [...new Set([...closure(entry), ...closure(page)])].filter(file => file !== entry).map(urlOf),
      ]),
  );
  return { entry: urlOf(entry), preload };
}

/** No server code may reach a browser. */
function refuseServerInputs(meta: esbuild.Metafile): void {
  const leaked = Object.keys(meta.inputs).filter(file => file.startsWith('server/'));
  if (leaked.length > 0) throw new Error(`The client build contains server files: ${leaked.join(', ')}`);
}

/** Each area of each language for browsers, and each language whole for the server. */
function strings(): Record<string, string> {
  const files: Record<string, string> = {};
  const folder = path.join(outdir, 'locales');
  fs.mkdirSync(folder, { recursive: true });
  for (const locale of fs.readdirSync('locales')) {
    const whole: string[] = [];
    for (const file of fs.readdirSync(path.join('locales', locale))) {
      const area = path.basename(file, '.json');
      const text = JSON.stringify(JSON.parse(fs.readFileSync(path.join('locales', locale, file), 'utf8')));
      files[`${locale}/${area}`] = writeHashed(`${locale}.${area}`, 'json', text);
      whole.push(`${JSON.stringify(area)}:${text}`);
    }
    fs.writeFileSync(path.join(folder, `${locale}.json`), `{${whole.join(',\n')}}`);
  }
  return files;
}

/** Names in `assets`: of this build, and of the one that was in this folder before. */
let files: readonly string[] = [];
let earlier: readonly string[] = [];

const manifestPlugin: esbuild.Plugin = {
  name: 'manifest',
  setup(build) {
    build.onEnd(async ({ metafile, errors }) => {
      if (!metafile || errors.length > 0) return;
      refuseServerInputs(metafile);
      const manifest = { ...scripts(metafile), strings: strings(), sprite: writeHashed('sprite', 'svg', buildSprite()) };
      const id = hashOf(JSON.stringify(manifest));
      files = [...Object.keys(metafile.outputs), ...Object.values(manifest.strings), manifest.sprite].map(file =>
        path.basename(file),
      );
      earlier = earlierThan(id, before);
      await esbuild.build({ ...worker, define: { BUILD: JSON.stringify(id) } });
      fs.writeFileSync(path.join(outdir, 'manifest.json'), JSON.stringify({ build: id, from, files, earlier, ...manifest }));
      fs.writeFileSync(path.join(outdir, 'meta.json'), JSON.stringify(metafile));
    });
  },
};

/** Development: every successful build restarts the server, once the one before has left its port. */
let server: ChildProcess | undefined;
let restart: NodeJS.Timeout | undefined;
async function startServer(): Promise<void> {
  const before = server;
  if (before?.kill()) await once(before, 'exit');
  if (before !== server) return;
  server = spawn(process.execPath, [path.join(outdir, 'start.mjs')], {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'development' },
  });
}
const runPlugin: esbuild.Plugin = {
  name: 'run',
  setup(build) {
    build.onEnd(({ errors }) => {
      if (errors.length > 0) return;
      clearTimeout(restart);
      restart = setTimeout(() => {
        if (!fs.existsSync(path.join(outdir, 'manifest.json')) || !fs.existsSync(path.join(outdir, 'server.mjs'))) return;
        void startServer();
      }, 50);
    });
  },
};

/** Whoever started us may be killed without a word: nothing of ours is left behind then. */
function endWithParent(): void {
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && process.exit(1), 1000).unref();
}

/** What phones keep pages with: one file at the root, named by the build that it belongs to. */
const worker: esbuild.BuildOptions = {
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

/** What browsers have in place of what only servers need whole; see docs/decisions/0025. */
const inBrowsers: Readonly<Record<string, string>> = {
  'react-i18next': './client/browser/translation.ts',
  '@loadable/component': './client/browser/loadable.ts',
};

const STYLED = path.resolve('client/browser/styled.ts');
/** The same for styled-components, which its stand-in itself needs as it is. */
const styledInBrowsers: esbuild.Plugin = {
  name: 'styled-in-browsers',
  setup(build) {
    build.onResolve({ filter: /^styled-components$/ }, ({ importer }) => (importer === STYLED ? null : { path: STYLED }));
  },
};

/** Parts of styled-components that are asked for while developing, or by options we have not set. */
const neverAsked: esbuild.Plugin = {
  name: 'never-asked',
  setup(build) {
    const nothing = { contents: 'export const prefix = undefined; export default undefined' };
    build.onLoad({ filter: /[\\/](stylis[\\/]src[\\/]Prefixer|emotion-is-prop-valid\.cjs)\.m?js$/ }, () =>
      isDevelopment ? null : nothing,
    );
  },
};

const browser: esbuild.BuildOptions = {
  entryPoints: { app: 'client/main.tsx' },
  outdir: assets,
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
  define: reactBuild,
  conditions: [isDevelopment ? 'development' : 'production'],
  alias: inBrowsers,
  legalComments: 'none',
  logLevel: 'warning',
};
const client: esbuild.BuildOptions = {
  ...browser,
  plugins: [
    pageGroups(browser),
    namesReadOnce(['react', 'react/jsx-runtime']),
    styledInBrowsers,
    neverAsked,
    stableStyledIds,
    manifestPlugin,
    ...(isWatching ? [runPlugin] : []),
  ],
};

const serverBuild: esbuild.BuildOptions = {
  // Documents are drawn on a thread, which runs a file of its own.
  entryPoints: { start: 'server/start.ts', server: main, drawingThread: 'server/compose/drawingThread.ts' },
  outdir,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  external: lateParts(),
  banner: { js: REQUIRE },
  jsx: 'automatic',
  jsxDev: isDevelopment,
  // Names stay: errors are logged by them.
  minifySyntax: !isDevelopment,
  minifyWhitespace: !isDevelopment,
  // Beside the file, and read when an error is told: see server/http/operations/asWritten.ts.
  sourcemap: 'external',
  sourcesContent: false,
  metafile: true,
  define: reactBuild,
  logLevel: 'warning',
  plugins: [stableStyledIds, ...serverPlugins, ...(isWatching ? [runPlugin] : [])],
};

const before = isDevelopment ? null : withdrawBuild(outdir);
if (before === null) fs.rmSync(outdir, { recursive: true, force: true });
fs.mkdirSync(assets, { recursive: true });
if (isWatching) {
  process.once('exit', () => server?.kill());
  endWithParent();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(0));
  for (const options of [client, serverBuild]) await (await esbuild.context(options)).watch();
} else {
  const built = await Promise.all([esbuild.build(client), esbuild.build(serverBuild)]);
  if (!isDevelopment) {
    fs.writeFileSync(path.join(outdir, 'licences.txt'), bundledLicences(built.map(({ metafile }) => metafile)));
    await minifyFiles(assets, files);
    await compressFiles(assets, files);
    removeOthers(assets, [...files, ...earlier]);
    // Of the build before, see server/start.ts.
    fs.rmSync(path.join(outdir, 'compiled'), { recursive: true, force: true });
  }
}
