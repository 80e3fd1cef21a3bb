// Builds the app with the options in esbuild.config.mjs: bundles, manifest, texts, icon sprite, licences and compressed files.
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { readSources } from './builtFrom.ts';
import { bundledLicences } from './bundledLicences.ts';
import { compressFiles } from './compressFiles.ts';
import { earlierThan, removeOthers, withdrawBuild } from './earlierBuild.ts';
import { minifyFiles } from './minifyFiles.ts';
import { buildSprite } from './sprite.ts';

interface Builds {
  mode: 'production' | 'development';
  isWatching: boolean;
  outdir: string;
  /** Entry file of the server. */
  main: string;
  browser: esbuild.BuildOptions;
  server: esbuild.BuildOptions;
  /** The service worker. The build writes the id of the browser build into its code. */
  worker: esbuild.BuildOptions;
}

/** Builds once. With `isWatching`, builds again after each change of a source. */
export async function build({ mode, isWatching, outdir, main, ...builds }: Builds): Promise<void> {
  const isDevelopment = mode === 'development';
  const assets = path.join(outdir, 'assets');
  // The hash is computed before the build. If a source changes during the build, the hash no longer matches and the build counts
  // as outdated.
  const from = readSources({ mode, main });
  /**
   * File names in `assets`. `files` belong to this build. `earlier` belong to the previous build in the same folder and are
   * kept.
   */
  let files: readonly string[] = [];
  let earlier: readonly string[] = [];

  const manifestPlugin: esbuild.Plugin = {
    name: 'manifest',
    setup(build) {
      build.onEnd(async ({ metafile, errors }) => {
        if (!metafile || errors.length > 0) return;
        refuseServerInputs(metafile);
        const manifest = {
          ...scripts(metafile, outdir),
          strings: strings(outdir),
          sprite: writeHashed(outdir, 'sprite', 'svg', buildSprite()),
        };
        const id = hashOf(JSON.stringify(manifest));
        files = [...Object.keys(metafile.outputs), ...Object.values(manifest.strings), manifest.sprite].map(file =>
          path.basename(file),
        );
        earlier = earlierThan(id, before);
        await esbuild.build({ ...builds.worker, define: { BUILD: JSON.stringify(id) } });
        fs.writeFileSync(path.join(outdir, 'manifest.json'), JSON.stringify({ build: id, from, files, earlier, ...manifest }));
        fs.writeFileSync(path.join(outdir, 'meta.json'), JSON.stringify(metafile));
      });
    },
  };

  const before = isDevelopment ? null : withdrawBuild(outdir);
  if (before === null) fs.rmSync(outdir, { recursive: true, force: true });
  fs.mkdirSync(assets, { recursive: true });

  const development = createDevelopmentServer(outdir);
  const watched = isWatching ? [development.plugin] : [];
  const browser = { ...builds.browser, plugins: [...(builds.browser.plugins ?? []), manifestPlugin, ...watched] };
  const server = { ...builds.server, plugins: [...(builds.server.plugins ?? []), ...watched] };
  if (isWatching) {
    process.once('exit', development.end);
    endWithParent();
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(0));
    for (const options of [browser, server]) await (await esbuild.context(options)).watch();
  } else {
    const built = await Promise.all([esbuild.build(browser), esbuild.build(server)]);
    if (!isDevelopment) {
      fs.writeFileSync(path.join(outdir, 'licences.txt'), bundledLicences(built.map(({ metafile }) => metafile)));
      await minifyFiles(assets, files);
      await compressFiles(assets, files);
      removeOthers(assets, [...files, ...earlier]);
      // Removes the compiled code of the previous build (see server/start.ts).
      fs.rmSync(path.join(outdir, 'compiled'), { recursive: true, force: true });
    }
  }
}

/** Restarts the server after each successful build. The new server starts when the previous one has released its port. */
function createDevelopmentServer(outdir: string): { plugin: esbuild.Plugin; end(): void } {
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
  const plugin: esbuild.Plugin = {
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

  return { plugin, end: () => server?.kill() };
}

/** Exits when the parent process has ended. Otherwise this process would keep running if its parent is killed. */
function endWithParent(): void {
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && process.exit(1), 1000).unref();
}

const hashOf = (text: string): string =>
  createHash('sha256')
    .update(text)
    .digest('base64url')
    .replace(/[^a-z0-9]/gi, '')
    .slice(0, 8);
const urlOf = (outdir: string, file: string): string => `/${path.relative(outdir, file)}`;

/**
 * Writes a file whose name contains a hash of its content, so that browsers can cache it permanently.
 * @returns the path of the file
 */
function writeHashed(outdir: string, name: string, extension: string, text: string): string {
  const file = `${name}.${hashOf(text)}.${extension}`;
  fs.writeFileSync(path.join(outdir, 'assets', file), text);
  return `/assets/${file}`;
}

/**
 * Evaluates esbuild's metafile.
 * @returns the entry script, and for each page the scripts that it needs at once, dependencies first
 */
function scripts(meta: esbuild.Metafile, outdir: string): { entry: string; preload: Record<string, readonly string[]> } {
  const closure = (file: string, found = new Set<string>(), seen = new Set<string>()): Set<string> => {
    if (seen.has(file)) return found;
    seen.add(file);
    for (const { path: target, kind } of meta.outputs[file]?.imports ?? [])
      if (kind === 'import-statement') closure(target, found, seen);
    return found.add(file);
  };
  const files = new Map(Object.entries(meta.outputs).map(([file, { entryPoint = '' }]) => [entryPoint, file]));
  // The script that contains the app. The script that esbuild marks as the entry only imports it.
  const entry = Object.entries(meta.outputs).find(([, { inputs }]) => 'client/main.tsx' in inputs)?.[0];
  if (entry === undefined) throw new Error('The client build has no entry');
  const preload = Object.fromEntries(
    [...files]
      .filter(([source]) => source.startsWith('client/pages/'))
      .map(([source, page]) => [
        source,
        [...new Set([...closure(entry), ...closure(page)])].filter(file => file !== entry).map(file => urlOf(outdir, file)),
      ]),
  );
  return { entry: urlOf(outdir, entry), preload };
}

/** Fails the build if the browser bundle contains server code. */
function refuseServerInputs(meta: esbuild.Metafile): void {
  const leaked = Object.keys(meta.inputs).filter(file => file.startsWith('server/'));
  if (leaked.length > 0) throw new Error(`The client build contains server files: ${leaked.join(', ')}`);
}

/**
 * Writes the texts: for browsers one file per area and language, for the server one file per language.
 * @returns the paths of the browser files
 */
function strings(outdir: string): Record<string, string> {
  const files: Record<string, string> = {};
  const folder = path.join(outdir, 'locales');
  fs.mkdirSync(folder, { recursive: true });
  for (const locale of fs.readdirSync('locales')) {
    const whole: string[] = [];
    for (const file of fs.readdirSync(path.join('locales', locale))) {
      const area = path.basename(file, '.json');
      const text = JSON.stringify(JSON.parse(fs.readFileSync(path.join('locales', locale, file), 'utf8')));
      files[`${locale}/${area}`] = writeHashed(outdir, `${locale}.${area}`, 'json', text);
      whole.push(`${JSON.stringify(area)}:${text}`);
    }
    fs.writeFileSync(path.join(folder, `${locale}.json`), `{${whole.join(',\n')}}`);
  }
  return files;
}
