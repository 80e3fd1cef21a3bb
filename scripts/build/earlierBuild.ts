// Keeps the files of the previous build and removes older ones. An open page may still request code of its own build after a
// release, or while a new build is made in the folder of a running app.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

/** The file lists in the manifest.json of a build. */
export interface BuiltFiles {
  build: string;
  /** Names of files in `assets`, without the compressed copies. */
  files: readonly string[];
  /** Names of the files in `assets` that remain from the previous build. */
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
 * Returns the files of the previous build. If the same sources are built again, the build id is unchanged and its own list of
 * earlier files is returned.
 */
export const earlierThan = (build: string, before: BuiltFiles | null): readonly string[] =>
  (before?.build === build ? before.earlier : before?.files) ?? [];

/** Removes all files from `assets` that are not named, with their compressed copies. */
export function removeOthers(assets: string, names: readonly string[]): void {
  const remaining = new Set(names);
  for (const file of readdirSync(assets)) if (!remaining.has(file.replace(/\.(br|gz)$/, ''))) rmSync(path.join(assets, file));
}
