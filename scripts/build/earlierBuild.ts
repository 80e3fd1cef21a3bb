// A page that was loaded before a release requests code of its own build, even while the next build is made in the folder of a
// running app. The files of the previous build therefore remain, and older files are removed.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

/** The lists of files in the manifest.json of a build. */
export interface BuiltFiles {
  build: string;
  /** Names of files in `assets`, without the compressed copies. */
  files: readonly string[];
  /** The files of the previous build. */
  earlier: readonly string[];
}

/**
 * Removes the manifest of a finished build, so that no server starts from the build. The files remain.
 * @returns null if the folder has no finished build
 */
export function withdrawBuild(outDir: string): BuiltFiles | null {
  const manifest = path.join(outDir, 'manifest.json');
  if (!existsSync(manifest)) return null;
  const { build = '', files = [], earlier = [] } = JSON.parse(readFileSync(manifest, 'utf8')) as Partial<BuiltFiles>;
  rmSync(manifest);
  return { build, files, earlier };
}

/**
 * Returns the files of the previous build. A repeated build of the same sources returns the earlier list, because the id does
 * not change.
 */
export const earlierThan = (build: string, before: BuiltFiles | null): readonly string[] =>
  (before?.build === build ? before.earlier : before?.files) ?? [];

/** Removes all files of neither build. */
export function removeOthers(assets: string, names: readonly string[]): void {
  const remaining = new Set(names);
  for (const file of readdirSync(assets)) if (!remaining.has(file.replace(/\.(br|gz)$/, ''))) rmSync(path.join(assets, file));
}
