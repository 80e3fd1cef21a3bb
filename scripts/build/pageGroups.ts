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
  ['Session', 'SessionEnd', 'tools', 'Stop'],
];
/**
 * Pages that are seldom visited together with a session: what they share with it is in their own file once more, because a page
 * of a session would be four files otherwise.
 */
const ALONE: readonly string[] = ['ReceiptResults', 'CompanyInvoice'];
const MAIN = 'client/main.tsx';
const nameOf = (entry: string): string => path.parse(entry).name;

type Users = ReadonlySet<string>;

/** Which entries of the client build need each module at once. */
function needs({ outputs }: esbuild.Metafile): ReadonlyMap<string, Users> {
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

const withoutAlone = (users: Users): readonly string[] => [...users].filter(user => !ALONE.includes(user));

/** Whether a page that is alone and pages of one group, or another one that is alone, need a module. */
function isCopied(users: Users): boolean {
  const others = withoutAlone(users);
  const isInOneGroup = others.length === 0 || GROUPS.some(names => others.every(user => names.includes(user)));
  return users.size > 1 && others.length < users.size && isInOneGroup;
}

/** What each entry of the client build (the app, a page, what a page loads later) imports besides its own. */
function groupsOf(meta: esbuild.Metafile): ReadonlyMap<string, readonly string[]> {
  const app: string[] = [MAIN];
  const shared = GROUPS.map((): string[] => []);
  const entries = Object.values(meta.outputs).flatMap(({ entryPoint = [] }) => entryPoint);
  for (const [module, users] of needs(meta)) {
    const together = isCopied(users) ? withoutAlone(users) : [...users];
    if (!/^(client|shared)\//.test(module) || together.length < 2 || entries.includes(module)) continue;
    const group = GROUPS.findIndex(names => together.every(user => names.includes(user)));
    (shared[group] ?? app).push(module);
  }
  const groupOf = (entry: string) => GROUPS.findIndex(names => names.includes(nameOf(entry)));
  return new Map(entries.map(entry => [entry, [...app, ...(shared[groupOf(entry)] ?? [])].filter(file => file !== entry)]));
}

const fileOf = (file: string): string => path.relative(process.cwd(), file).replaceAll('\\', '/');

/** For a client build as these options describe it. */
export function pageGroups(client: esbuild.BuildOptions): esbuild.Plugin {
  return {
    name: 'page-groups',
    setup(build) {
      let groups: ReturnType<typeof groupsOf> = new Map();
      let users: ReturnType<typeof needs> = new Map();
      build.onStart(async () => {
        const { metafile } = await esbuild.build({ ...client, write: false, minify: false, sourcemap: false, metafile: true });
        groups = groupsOf(metafile);
        users = needs(metafile);
      });
      build.onResolve({ filter: /^\./ }, ({ path: requested, importer, namespace }) => {
        const [only = '', ...others] = users.get(fileOf(importer)) ?? [];
        const page = namespace.startsWith(COPY) ? namespace.slice(COPY.length) : only;
        if (namespace === 'file' && (others.length > 0 || !ALONE.includes(only))) return null;
        const file = path.resolve(path.dirname(importer), requested);
        // What is not copied is the same for all, whoever asks for it.
        return isCopied(users.get(fileOf(file)) ?? new Set()) ? { path: file, namespace: COPY + page } : { path: file };
      });
      build.onLoad({ filter: /[\\/](client|shared)[\\/].*\.tsx?$/ }, async ({ path: file, namespace }) => {
        const others = groups.get(fileOf(file));
        if (!others && namespace === 'file') return null;
        const imports = (others ?? []).map(other => `import ${JSON.stringify(path.resolve(other))};\n`).join('');
        const contents = imports + withStableIds(await readFile(file, 'utf8'), fileOf(file));
        return { contents, loader: 'tsx', resolveDir: path.dirname(file) };
      });
    },
  };
}

/** Begins the names of the spaces in which esbuild has a page's own copies. */
const COPY = 'copy-';
