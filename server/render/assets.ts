import { readFileSync } from 'node:fs';
import path from 'node:path';
import { FAILURE, NOT_FOUND, ROUTES, STATION_CODE } from '../../client/core/routes.ts';
import type { Locale } from '../../shared/model/locales.ts';
import { getOrMake } from '../../shared/util/getOrMake.ts';

/** Output of the build: URLs of files whose names contain a hash. */
export interface Assets {
  /** Changes with every build. */
  build: string;
  /** The mode of the build, and a hash of the sources of the server. */
  from: { mode: 'production' | 'development'; server: string };
  entry: string;
  sprite: string;
  /** Maps the source file of a page to the files that the browser needs first. */
  preload: Readonly<Record<string, readonly string[]>>;
  /** Maps `{locale}/{area}` to the URL of the texts. */
  strings: Readonly<Record<string, string>>;
}

export function readAssets(outDir: string): Assets {
  return JSON.parse(readFileSync(path.join(outDir, 'manifest.json'), 'utf8')) as Assets;
}

type Addresses = Readonly<Record<string, string>>;

/** Areas whose texts pages display. E-mails and documents have areas of their own, which browsers never request. */
const SHOWN: ReadonlySet<string> = new Set([...ROUTES, NOT_FOUND, FAILURE, STATION_CODE].flatMap(({ strings }) => strings));
const cache = new WeakMap<Assets, Map<Locale, Addresses>>();

/**
 * Maps each area to the URL of its texts in one language. The map is cached for the build, because every page contains these
 * URLs.
 */
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
