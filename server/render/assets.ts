import { readFileSync } from 'node:fs';
import path from 'node:path';
import { FAILURE, NOT_FOUND, ROUTES, STATION_CODE } from '../../client/core/routes.ts';
import type { Locale } from '../../shared/model/locales.ts';
import { getOrMake } from '../../shared/util/getOrMake.ts';

/** Output of the build: URLs of the files, whose names contain a hash. */
export interface Assets {
  /** Id of the build. Every build has a new one. */
  build: string;
  /** The mode of the build, and a hash of the server's source code. */
  from: { mode: 'production' | 'development'; server: string };
  entry: string;
  sprite: string;
  /** Maps the source file of a page to the files that the browser should load first. */
  preload: Readonly<Record<string, readonly string[]>>;
  /** Maps `{locale}/{area}` to the URL of the texts. */
  strings: Readonly<Record<string, string>>;
}

export function readAssets(outDir: string): Assets {
  return JSON.parse(readFileSync(path.join(outDir, 'manifest.json'), 'utf8')) as Assets;
}

type Addresses = Readonly<Record<string, string>>;

/** Text areas that are used on pages. The areas for e-mails and documents are never requested by browsers. */
const SHOWN: ReadonlySet<string> = new Set([...ROUTES, NOT_FOUND, FAILURE, STATION_CODE].flatMap(({ strings }) => strings));
const cache = new WeakMap<Assets, Map<Locale, Addresses>>();

/** Returns the URL of the texts in one language for each area. Cached per build, because every page contains these URLs. */
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
