import { cpSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
export const NEEDED = ['client', 'locales', 'scripts', 'server', 'shared'];
export const FILES = ['esbuild.config.mjs', 'package.json', 'package-lock.json', 'tsconfig.json'];

/** Copies all source files that a build needs into a new folder, without npm packages. */
export function cloneSources(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'clone-'));
  for (const name of [...NEEDED, ...FILES]) cpSync(path.join(ROOT, name), path.join(folder, name), { recursive: true });
  return folder;
}

export const installPackages = (folder: string): void =>
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
