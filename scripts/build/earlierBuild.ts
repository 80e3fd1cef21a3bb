// A page that was loaded before a release asks for code of the build that it came with, also while the next one is being made in
// the folder of a running app: so the files of the build before stay, and no others.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

/** What a build tells of its files in its manifest.json. */
export interface BuiltFiles {
  build: string;
  /** Names in `assets`, without those of what is compressed beside them. */
  files: readonly string[];
  /** The same of the build before. */
  earlier: readonly string[];
}

/** Takes the finished build of a folder back: its files stay, but nobody starts from it. Null: there is none. */
export function withdrawBuild(outDir: string): BuiltFiles | null {
  const manifest = path.join(outDir, 'manifest.json');
  if (!existsSync(manifest)) return null;
  const { build = '', files = [], earlier = [] } = JSON.parse(readFileSync(manifest, 'utf8')) as Partial<BuiltFiles>;
  rmSync(manifest);
  return { build, files, earlier };
}

/** The files to keep beside those of this build. The same build made again is not a build before. */
export const earlierThan = (build: string, before: BuiltFiles | null): readonly string[] =>
  (before?.build === build ? before.earlier : before?.files) ?? [];

/** Removes whatever belongs to neither build. */
export function removeOthers(assets: string, names: readonly string[]): void {
  const remaining = new Set(names);
  for (const file of readdirSync(assets)) if (!remaining.has(file.replace(/\.(br|gz)$/, ''))) rmSync(path.join(assets, file));
}
