// A phone waits for every file, so a page is at most three scripts: what most pages need together with the app itself, what the
// pages of one journey share, and its own. esbuild alone makes a file for each set of pages that share a module. So what is to
// be together is imported together: each page also imports the rest of its files.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { withStableIds } from './stableStyledIds.ts';

/** Pages, and what pages load later, that use the same. What others share comes with the app. */
const GROUPS: readonly (readonly string[])[] = [
  ['Payment', 'PaymentReturn'],
  ['Home', 'NotFound', 'StationCode', 'Failure'],
  ['Legal', 'Accessibility', 'LegalDialog'],
  ['Session', 'Stop', 'Goal', 'ReceiptResults', 'CompanyInvoice'],
];
const MAIN = 'client/main.tsx';
const nameOf = (entry: string): string => path.parse(entry).name;

/** Which entries of the client build need each module at once. */
function needs({ outputs }: esbuild.Metafile): ReadonlyMap<string, ReadonlySet<string>> {
  const users = new Map<string, Set<string>>();
  const walk = (file: string, user: string, seen: Set<string>): void => {
    const output = outputs[file];
    if (seen.has(file) || !output) return;
    seen.add(file);
    for (const module of Object.keys(output.inputs)) users.set(module, (users.get(module) ?? new Set()).add(user));
    for (const { path: next, kind } of output.imports) if (kind === 'import-statement') walk(next, user, seen);
  };
  for (const [file, { entryPoint }] of Object.entries(outputs)) if (entryPoint) walk(file, nameOf(entryPoint), new Set());
  return users;
}

/** What each entry of the client build (the app, a page, what a page loads later) imports besides its own. */
export function groupsOf(meta: esbuild.Metafile): ReadonlyMap<string, readonly string[]> {
  const app: string[] = [MAIN];
  const shared = GROUPS.map((): string[] => []);
  const entries = Object.values(meta.outputs).flatMap(({ entryPoint = [] }) => entryPoint);
  for (const [module, users] of needs(meta)) {
    if (!/^(client|shared)\//.test(module) || users.size < 2 || entries.includes(module)) continue;
    const group = GROUPS.findIndex(names => [...users].every(user => names.includes(user)));
    (shared[group] ?? app).push(module);
  }
  const groupOf = (entry: string) => GROUPS.findIndex(names => names.includes(nameOf(entry)));
  return new Map(entries.map(entry => [entry, [...app, ...(shared[groupOf(entry)] ?? [])].filter(file => file !== entry)]));
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
