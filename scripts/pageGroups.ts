// A phone waits for every file, so a page is at most three scripts: what most pages need together with the app itself, what the
// pages of one journey share, and its own. esbuild alone makes a file for each set of pages that share a module. So what is to
// be together is imported together: each page also imports the rest of its files.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { withStableIds } from './stableStyledIds.ts';

/** Pages a visitor comes to one after the other, and which look alike. All others share with everybody, or with nobody. */
const JOURNEYS: readonly (readonly string[])[] = [
  ['Payment', 'PaymentReturn'],
  ['Session', 'Stop', 'Goal', 'ReceiptResults', 'CompanyInvoice'],
];
const MAIN = 'client/main.tsx';
const PAGE = /^client\/pages\/(\w+)\/\1\.tsx$/;

const pageIn = (file: string): string | undefined => PAGE.exec(file)?.[1];

/** Which pages need each of our modules at once; the app's own are needed by all. */
function needs({ outputs }: esbuild.Metafile): ReadonlyMap<string, ReadonlySet<string>> {
  const pages = new Map<string, Set<string>>();
  const walk = (file: string, page: string, seen: Set<string>): void => {
    const output = outputs[file];
    if (seen.has(file) || !output) return;
    seen.add(file);
    for (const module of Object.keys(output.inputs)) pages.set(module, (pages.get(module) ?? new Set()).add(page));
    for (const { path: next, kind } of output.imports) if (kind === 'import-statement') walk(next, page, seen);
  };
  for (const [file, { entryPoint = '' }] of Object.entries(outputs)) {
    const page = entryPoint === MAIN ? MAIN : pageIn(entryPoint);
    if (page !== undefined) walk(file, page, new Set());
  }
  return pages;
}

/** What each entry of the client build (the app, a page, what a page loads later) imports besides its own. */
export function groupsOf(meta: esbuild.Metafile): ReadonlyMap<string, readonly string[]> {
  const app: string[] = [MAIN];
  const shared = JOURNEYS.map((): string[] => []);
  for (const [module, pages] of needs(meta)) {
    if (!/^(client|shared)\//.test(module) || pages.size < 2) continue;
    const journey = JOURNEYS.findIndex(names => [...pages].every(page => names.includes(page)));
    (shared[journey] ?? app).push(module);
  }
  const entries = Object.values(meta.outputs).flatMap(({ entryPoint = [] }) => entryPoint);
  const journeyOf = (entry: string) => JOURNEYS.findIndex(names => names.includes(pageIn(entry) ?? ''));
  return new Map(entries.map(entry => [entry, [...app, ...(shared[journeyOf(entry)] ?? [])].filter(file => file !== entry)]));
}

/** For a client build as these options describe it. */
export function pageGroups(client: esbuild.BuildOptions): esbuild.Plugin {
  return {
    name: 'page-groups',
    setup(build) {
      let groups: ReturnType<typeof groupsOf> = new Map();
      build.onStart(async () => {
        const { metafile } = await esbuild.build({ ...client, write: false, minify: false, sourcemap: false, metafile: true });
        groups = groupsOf(metafile);
      });
      build.onLoad({ filter: /[\\/](client|shared)[\\/].*\.tsx?$/ }, async ({ path: file }) => {
        const entry = path.relative(process.cwd(), file).replaceAll('\\', '/');
        const others = groups.get(entry);
        if (!others) return null;
        const imports = others.map(other => `import ${JSON.stringify(path.resolve(other))};\n`).join('');
        return { contents: imports + withStableIds(await readFile(file, 'utf8'), entry), loader: 'tsx' };
      });
    },
  };
}
