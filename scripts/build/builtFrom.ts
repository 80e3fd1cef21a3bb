// What a build was made from, so that one that does not fit is noticed. Needs no package: a release has none to build with.
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';

type BuildMode = 'production' | 'development';

/** What a build tells of itself in its manifest.json. */
export interface BuiltFrom {
  mode: BuildMode;
  /** sha-256 over the sources of what browsers load, and of the server. */
  browser: string;
  server: string;
}

export const SERVER_MAIN = 'server/main.ts';
const ROOT = path.resolve(import.meta.dirname, '../..');
/** How a build is made. Both halves depend on it. */
const RECIPE = ['esbuild.config.mjs', 'scripts/build/*.ts', 'package-lock.json', 'tsconfig.json'];
const BROWSER = ['client/**/*.{ts,tsx,json,css,svg}', 'shared/**/*.ts', 'locales/**/*.json'];
const NEVER_BUILT = /\.(test|fixture)\.tsx?$/;

/** The sources as they are now. `main` is the file that the server is started by. */
export function readSources({ mode, main = SERVER_MAIN }: { mode: BuildMode; main?: string }): BuiltFrom {
  const server = ['server/**/*.{ts,tsx,json}', `${path.dirname(main)}/**/*.{ts,json}`];
  return { mode, browser: hashOf([...RECIPE, ...BROWSER]), server: hashOf([...RECIPE, 'shared/**/*.ts', ...server]) };
}

function hashOf(patterns: readonly string[]): string {
  const hash = createHash('sha256');
  const files = globSync(patterns, { cwd: ROOT }).filter(file => !NEVER_BUILT.test(file));
  // The content with its length: where one file ends and the next begins must not be open.
  for (const file of files.sort()) {
    const content = readFileSync(path.join(ROOT, file));
    hash.update(`${file}\n${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

/** A deployed build may come without what it was made from. */
export const hasSources = (): boolean =>
  ['esbuild.config.mjs', 'client/main.tsx', SERVER_MAIN].every(file => existsSync(path.join(ROOT, file)));

interface MisfitOptions {
  /** Folder of the build, from the root. */
  outDir: string;
  mode: BuildMode;
  main?: string;
  /** 'browser': the server is run from its sources, as tests do. */
  half?: 'both' | 'browser';
}

/** In words, why a build must not be used as it is; null: it may. Without sources nothing but its mode can be wrong. */
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
