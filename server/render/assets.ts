import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locale } from '../../shared/locales.ts';

/** What the build wrote: addresses of hashed files. */
export interface Assets {
  /** Changes with every build. */
  build: string;
  entry: string;
  sprite: string;
  /** Source of a page → files the browser needs for it at once. */
  preload: Readonly<Record<string, readonly string[]>>;
  /** `{locale}/{area}` → texts. */
  strings: Readonly<Record<string, string>>;
}

export function readAssets(outDir: string): Assets {
  return JSON.parse(readFileSync(path.join(outDir, 'manifest.json'), 'utf8')) as Assets;
}

/** Area → address of its texts in one language. */
export function stringsOf(assets: Assets, locale: Locale): Readonly<Record<string, string>> {
  const prefix = `${locale}/`;
  const own = Object.entries(assets.strings).filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(own.map(([name, url]) => [name.slice(prefix.length), url]));
}
