// Collects the licences of all packages that a build contains.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Metafile } from 'esbuild';

const PACKAGE = /^node_modules\/(?:.+\/node_modules\/)?(?:@[^/]+\/)?[^/]+/;
const LICENCE = /^(licen[cs]e|copying|notice)/i;

/** Lists the packages in these builds with name, version and licence text. */
export function bundledLicences(builds: readonly (Metafile | undefined)[]): string {
  const files = builds.flatMap(build => Object.values(build?.outputs ?? {})).flatMap(({ inputs }) => Object.keys(inputs));
  const folders = new Set(files.flatMap(file => PACKAGE.exec(file)?.[0] ?? []));
  return [...folders].sort().map(noticeOf).join('\n\n');
}

function noticeOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Record<
    string,
    string
  >;
  const texts = readdirSync(folder, { withFileTypes: true }).filter(file => file.isFile() && LICENCE.test(file.name));
  return [`${name} ${version}: ${license}`, ...texts.map(file => readFileSync(path.join(folder, file.name), 'utf8').trim())].join(
    '\n\n',
  );
}
