// Limits a page to three scripts, because a phone waits for every file: the modules that most pages share with the app, the
// modules of the pages of one journey, and the page itself. esbuild alone makes a file for each set of pages that share a module.
// Each page therefore also imports the other modules of its files.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { withStableIds } from './stableStyledIds.ts';

/** Pages and lazy parts that share modules. Modules of other combinations are in the script of the app. */
const GROUPS: readonly (readonly string[])[] = [
  ['Payment', 'PaymentReturn'],
  ['Home', 'NotFound', 'StationCode', 'Failure'],
  ['Legal', 'Accessibility', 'LegalDialog'],
  ['Session', 'SessionEnd', 'deferredParts', 'Stop'],
];
/**
 * Pages that are rarely visited with a session. Modules that they share with the pages of a session are copied into their own
 * file. Otherwise a page of a session would need four files.
 */
const ALONE: readonly string[] = ['ReceiptResults', 'CompanyInvoice'];
const MAIN = 'client/main.tsx';
const nameOf = (entry: string): string => path.parse(entry).name;

type Users = ReadonlySet<string>;

/** Returns for each module the entries of the client build that need the module at once. */
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

/** True if a module is needed by a page of `ALONE` and also by pages of one group, or by another page of `ALONE`. */
function isCopied(users: Users): boolean {
  const others = withoutAlone(users);
  const isInOneGroup = others.length === 0 || GROUPS.some(names => others.every(user => names.includes(user)));
  return users.size > 1 && others.length < users.size && isInOneGroup;
}

/** Returns the further modules that each entry (the app, a page, a lazy part) imports. */
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

/** Creates the plugin for a client build with these options. */
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
        // A module that is not copied has one instance for all importers.
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

/** Prefix of the esbuild namespaces for copies of a page. */
const COPY = 'copy-';
