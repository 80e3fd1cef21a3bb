// Hashes the sources of a build to detect an outdated build. Must import no npm package, because a deployed release contains no
// development packages.
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';

type BuildMode = 'production' | 'development';

/** Mode and source hashes of a build, as stored in its manifest.json. */
export interface BuiltFrom {
  mode: BuildMode;
  /** SHA-256 of the sources of the browser files. `server`: SHA-256 of the sources of the server files. */
  browser: string;
  server: string;
}

export const SERVER_MAIN = 'server/main.ts';
const ROOT = path.resolve(import.meta.dirname, '../..');
/** Build scripts and settings, which are part of both hashes. */
const RECIPE = ['esbuild.config.mjs', 'scripts/build/*.ts', 'package-lock.json', 'tsconfig.json'];
const BROWSER = ['client/**/*.{ts,tsx,json,css,svg}', 'shared/**/*.ts', 'locales/**/*.json'];
const NEVER_BUILT = /\.(test|fixture)\.tsx?$/;

/** Hashes the current sources. `main`: entry file of the server. */
export function readSources({ mode, main = SERVER_MAIN }: { mode: BuildMode; main?: string }): BuiltFrom {
  const server = ['server/**/*.{ts,tsx,json}', `${path.dirname(main)}/**/*.{ts,json}`];
  return { mode, browser: hashOf([...RECIPE, ...BROWSER]), server: hashOf([...RECIPE, 'shared/**/*.ts', ...server]) };
}

function hashOf(patterns: readonly string[]): string {
  const hash = createHash('sha256');
  const files = globSync(patterns, { cwd: ROOT }).filter(file => !NEVER_BUILT.test(file));
  // The hash includes the length of each file, so that the boundary between two files is unambiguous.
  for (const file of files.sort()) {
    const content = readFileSync(path.join(ROOT, file));
    hash.update(`${file}\n${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

/** @returns whether the sources are present; a deployed build may come without its sources */
export const hasSources = (): boolean =>
  ['esbuild.config.mjs', 'client/main.tsx', SERVER_MAIN].every(file => existsSync(path.join(ROOT, file)));

interface MisfitOptions {
  /** Output folder of the build, relative to the root of the repository. */
  outDir: string;
  mode: BuildMode;
  main?: string;
  /** 'browser': checks only the browser files, for tests that run the server from its sources. */
  half?: 'both' | 'browser';
}

/**
 * Returns the reason why a build must not be used. If the sources are missing, only the build mode is checked.
 * @returns null if the build can be used
 */
export function findMisfit({ outDir, mode, main = SERVER_MAIN, half = 'both' }: MisfitOptions): string | null {
  const built = readBuilt(outDir);
  if (built === null) return `There is no finished build in ${outDir}/`;
  if (built.mode !== mode) return `The build in ${outDir}/ is for ${built.mode}, not for ${mode}`;
  if (!hasSources()) return null;
  const now = readSources({ mode, main });
  const isOld = built.browser !== now.browser || (half === 'both' && built.server !== now.server);
  return isOld ? `The build in ${outDir}/ was made from other sources` : null;
}

function readBuilt(outDir: string): BuiltFrom | null {
  const folder = path.resolve(ROOT, outDir);
  if (!existsSync(path.join(folder, 'server.mjs'))) return null;
  try {
    const { from } = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8')) as { from?: BuiltFrom };
    return from ?? null;
  } catch {
    return null;
  }
}
