// Keeps the files of the previous build and removes older ones. A page that was opened before a release, or before a rebuild in
// the folder of a running app, may still request files of the previous build.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

/** The file lists in the manifest.json of a build. */
export interface BuiltFiles {
  build: string;
  /** Names of files in `assets`, without the compressed copies. */
  files: readonly string[];
  /** Names of the files in `assets` that belong to the previous build and are kept. */
  earlier: readonly string[];
}

/**
 * Removes the manifest of a build but not its files, so that no server starts from the folder while it is rebuilt.
 * @returns the file lists; null if the folder contains no finished build
 */
export function withdrawBuild(outDir: string): BuiltFiles | null {
  const manifest = path.join(outDir, 'manifest.json');
  if (!existsSync(manifest)) return null;
  const { build = '', files = [], earlier = [] } = JSON.parse(readFileSync(manifest, 'utf8')) as Partial<BuiltFiles>;
  rmSync(manifest);
  return { build, files, earlier };
}

/**
 * Returns the files of the previous build. If the sources are unchanged, the build id is unchanged too, and the list `earlier`
 * of that build is returned again.
 */
export const earlierThan = (build: string, before: BuiltFiles | null): readonly string[] =>
  (before?.build === build ? before.earlier : before?.files) ?? [];

/** Removes all files from `assets` except the named ones and their compressed copies. */
export function removeOthers(assets: string, names: readonly string[]): void {
  const remaining = new Set(names);
  for (const file of readdirSync(assets)) if (!remaining.has(file.replace(/\.(br|gz)$/, ''))) rmSync(path.join(assets, file));
}
