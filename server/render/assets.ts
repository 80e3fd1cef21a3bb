import { readFileSync } from 'node:fs';
import path from 'node:path';
import { FAILURE, NOT_FOUND, ROUTES, STATION_CODE } from '../../client/core/routes.ts';
import type { Locale } from '../../shared/model/locales.ts';
import { getOrMake } from '../../shared/util/getOrMake.ts';

/** What the build wrote: addresses of hashed files. */
export interface Assets {
  /** Changes with every build. */
  build: string;
  /** What it was made from: hashes over the sources. */
  from: { mode: 'production' | 'development'; server: string };
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

type Addresses = Readonly<Record<string, string>>;

/** Areas of texts that some page shows. Letters and documents have texts of their own, which browsers never ask for. */
const SHOWN: ReadonlySet<string> = new Set([...ROUTES, NOT_FOUND, FAILURE, STATION_CODE].flatMap(({ strings }) => strings));
const cache = new WeakMap<Assets, Map<Locale, Addresses>>();

/** Area → address of its texts in one language: every page names them, and they last as long as the build. */
export function stringsOf(assets: Assets, locale: Locale): Addresses {
  const ofBuild = getOrMake(cache, assets, () => new Map<Locale, Addresses>());
  return getOrMake(ofBuild, locale, () => addressesIn(assets, locale));
}

function addressesIn(assets: Assets, locale: Locale): Addresses {
  const prefix = `${locale}/`;
  const own = Object.entries(assets.strings)
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, url]) => [name.slice(prefix.length), url] as const);
  return Object.fromEntries(own.filter(([area]) => SHOWN.has(area)));
}
