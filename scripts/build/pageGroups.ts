// Limits a page to three scripts, because a phone waits for each file: the app with the modules that most pages share, the
// modules of a group of pages, and the page itself. By default esbuild makes one file for each set of pages that share a module.
// This plugin makes each entry import all modules of its group, so that the sets are equal.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { withStableIds } from './stableStyledIds.ts';

/**
 * Pages and lazy parts that a visitor opens one after another. Modules that are shared in any other combination belong to the
 * app's script.
 */
const GROUPS: readonly (readonly string[])[] = [
  ['Payment', 'PaymentReturn', 'AllPrices', 'PlugStep', 'unusableParts'],
  ['Home', 'NotFound', 'StationCode', 'Failure', 'ReceiptSearch'],
  ['Legal', 'Accessibility', 'LegalDialog'],
  ['Session', 'SessionEnd', 'deferredParts', 'foldedParts', 'Stop'],
];
/**
 * Pages that are seldom the first of a visit, and parts that load after a page. Modules that they share with pages of another
 * group are copied into their scripts; otherwise these pages would need a fourth script, or all pages would load the modules.
 */
const ALONE: readonly string[] = [
  'ReceiptResults',
  'CompanyInvoice',
  'FaultReport',
  'FreeNotice',
  'AllPrices',
  'PlugStep',
  'unusableParts',
  'LegalDialog',
  'deferredParts',
  'foldedParts',
];
const MAIN = 'client/main.tsx';
const nameOf = (entry: string): string => path.parse(entry).name;

type Users = ReadonlySet<string>;

/** Returns the entries of the client build that need each module at once (not by a dynamic import). */
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

const areIn = (names: readonly string[], users: readonly string[]): boolean => users.every(user => names.includes(user));

/**
 * Returns the users of a module that have their own copy: a page or part of `ALONE` shares the module with pages of another
 * group, or with pages and parts of `ALONE` in several groups.
 */
function copiersOf(users: Users): readonly string[] {
  const all = [...users];
  if (all.length < 2 || GROUPS.some(names => areIn(names, all))) return [];
  const others = all.filter(user => !ALONE.includes(user));
  const group = GROUPS.find(names => areIn(names, others)) ?? null;
  if (group === null) return [];
  return all.filter(user => ALONE.includes(user) && (others.length === 0 || !group.includes(user)));
}

/** Returns the modules that each entry (app, page or lazy part) must import in addition. */
function groupsOf(meta: esbuild.Metafile): ReadonlyMap<string, readonly string[]> {
  const app: string[] = [MAIN];
  const shared = GROUPS.map((): string[] => []);
  const entries = Object.values(meta.outputs).flatMap(({ entryPoint = [] }) => entryPoint);
  for (const [module, users] of needs(meta)) {
    const copiers = copiersOf(users);
    const together = [...users].filter(user => !copiers.includes(user));
    if (!/^(client|shared)\//.test(module) || together.length < 2 || entries.includes(module)) continue;
    const group = GROUPS.findIndex(names => together.every(user => names.includes(user)));
    (shared[group] ?? app).push(module);
  }
  const groupOf = (entry: string) => GROUPS.findIndex(names => names.includes(nameOf(entry)));
  return new Map(entries.map(entry => [entry, [...app, ...(shared[groupOf(entry)] ?? [])].filter(file => file !== entry)]));
}

const fileOf = (file: string): string => path.relative(process.cwd(), file).replaceAll('\\', '/');

/** Creates the plugin. `client`: options of the client build, which it runs once in advance to analyse the imports. */
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
        // A module that is not copied gets no namespace, so all importers share one instance.
        const isCopied = copiersOf(users.get(fileOf(file)) ?? new Set()).includes(page);
        return isCopied ? { path: fileOf(file), namespace: COPY + page } : { path: file };
      });
      build.onResolve({ filter: GROUPED }, ({ path: requested }) => ({ path: path.resolve(requested.replace(GROUPED, '')) }));
      build.onLoad({ filter: /(^|[\\/])(client|shared)[\\/].*\.tsx?$/ }, async ({ path: file, namespace }) => {
        const others = groups.get(fileOf(file));
        if (!others && namespace === 'file') return null;
        const imports = (others ?? []).map(other => `import 'grouped:${other}';\n`).join('');
        const contents = imports + withStableIds(await readFile(file, 'utf8'), fileOf(file));
        return { contents, loader: 'tsx', resolveDir: path.dirname(path.resolve(file)) };
      });
    },
  };
}

/**
 * Prefix of imports that the plugin adds. They and the paths of copies are relative to the root of the repository: esbuild chooses
 * short names by the letters of all sources, so absolute paths would give other scripts in another folder.
 */
const GROUPED = /^grouped:/;
/** Prefix of the esbuild namespace for the copies that belong to one page. */
const COPY = 'copy-';
