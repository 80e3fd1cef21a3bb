import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { STATUS } from '../../server/http/request/problems.ts';
import { PROBLEMS } from '../../shared/model/problem.ts';

const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md')];

const ROOTS = '{client,demo,docs,locales,scripts,server,shared,test}';
const FILES: ReadonlySet<string> = new Set(globSync(`${ROOTS}/**/*`).map(file => path.basename(file)));
/** File names that examples in the documents use as placeholders. */
const EXAMPLES: readonly string[] = ['camelCase.ts', 'PascalCase.tsx', 'X.styles.ts', 'x.test.ts', 'Name.tsx', 'NNNN-what.ts'];
const isExample = (name: string): boolean => /[<>]|\/Name\/|NNNN/.test(name) || EXAMPLES.includes(name);

const readProse = (file: string): string => readFileSync(file, 'utf8').replace(/^```[\s\S]*?^```/gm, '');
const quotedIn = (text: string): string[] => [...text.matchAll(/`([^`\n]+)`/g)].map(match => match[1] ?? '');

/** Returns true if the quoted word looks like a file of this repository, but no such file exists. */
function isMissing(quoted: string): boolean {
  if (isExample(quoted)) return false;
  if (/^(client|demo|docs|locales|scripts|server|shared|test)\/[\w./*-]*$/.test(quoted)) return globSync(quoted).length === 0;
  return /^[\w.-]+\.(tsx?|mjs|cjs)$/.test(quoted) && !existsSync(quoted) && !FILES.has(quoted);
}

const IDENTIFIER = /^[A-Za-z_]\w*(\.\w+)*$/;
const wordsOf = (text: string): ReadonlySet<string> => new Set(text.match(/[A-Za-z_]\w*/g));
const missingFrom = (words: ReadonlySet<string>, quoted: readonly string[]): string[] =>
  quoted.filter(name => IDENTIFIER.test(name) && !name.split('.').every(part => words.has(part)));

/** Returns each link to a file, with the quoted words that follow it on the same line up to the next link. */
function linksWithNames(file: string): { target: string; names: string[] }[] {
  const parts = [...readProse(file).matchAll(/\]\(([^)#\s]+)[^)]*\)([^[\n]*)/g)];
  return parts.map(([, link = '', after = '']) => ({ target: path.join(path.dirname(file), link), names: quotedIn(after) }));
}

const CODE: ReadonlySet<string> = wordsOf(
  globSync('{client,server,shared}/**/*.{ts,tsx}')
    .map(file => readFileSync(file, 'utf8'))
    .join('\n'),
);

/** The cells of each row of the table between two markers, or of the first table of a document. */
function rowsOf(file: string, marker?: string): string[][] {
  const text = readFileSync(file, 'utf8');
  const section = marker === undefined ? text : (text.split(`<!-- ${marker} -->`)[1]?.split(`<!-- /${marker} -->`)[0] ?? '');
  return [...section.matchAll(/^\| `.*\|$/gm)].map(([row]) =>
    row
      .slice(1, -1)
      .split('|')
      .map(cell => cell.trim()),
  );
}

/** Returns the anchors that a Markdown renderer generates for the headings. */
const anchorsOf = (file: string): ReadonlySet<string> =>
  new Set(
    [...readProse(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );

function brokenAnchorsOf(file: string): string[] {
  const links = [...readProse(file).matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)];
  return links.flatMap(([link, target = '', anchor = '']) => {
    const page = target === '' ? file : path.join(path.dirname(file), target);
    return anchorsOf(page).has(anchor) ? [] : [link];
  });
}

describe('The documentation', () => {
  it.each(DOCUMENTS)('%s names only files that are there', file => {
    expect(quotedIn(readProse(file)).filter(isMissing)).toEqual([]);
  });

  it.each(DOCUMENTS)('%s leads to headings that are there', file => {
    expect(brokenAnchorsOf(file)).toEqual([]);
  });

  it('explains only names of the glossary that the code has', () => {
    const files = /\.(json|md|sqlite)$/;
    expect(
      missingFrom(
        CODE,
        quotedIn(readProse('docs/glossary.md')).filter(name => !files.test(name)),
      ),
    ).toEqual([]);
  });

  it('shows only names that are in the linked file of the architecture', () => {
    const links = linksWithNames('docs/architecture.md').filter(({ target }) => /\.tsx?$/.test(target));
    expect(links.length).toBeGreaterThan(25);
    const missing = links.flatMap(({ target, names }) =>
      missingFrom(wordsOf(readFileSync(target, 'utf8')), names).map(name => `${target}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it('lists the code and status of every Problem', () => {
    const documented = rowsOf('docs/errors.md').map(([code = '', status]) => [quotedIn(code)[0], Number(status)]);
    expect(Object.fromEntries(documented)).toEqual(STATUS);
    expect(documented).toHaveLength(PROBLEMS.length);
  });

  it('notices a file that has moved, and a name that is gone', () => {
    expect(['server/operator/desk.ts', 'remarks.ts', 'client/pages/*', 'server/adapters/<name>/'].filter(isMissing)).toEqual([
      'server/operator/desk.ts',
      'remarks.ts',
    ]);
    expect(missingFrom(CODE, ['openHouse', 'Payments.capture', 'Payments.takeMoney', 'capture:<id>'])).toEqual([
      'openHouse',
      'Payments.takeMoney',
    ]);
  });
});

interface ImportRule {
  name: string;
  to: { pathNot?: string };
}

describe('The architecture', () => {
  const parts = rowsOf('docs/architecture.md', 'parts').map(([part = '', , imports = '']) => ({
    part: quotedIn(part)[0] ?? '',
    imports: quotedIn(imports),
  }));

  it('lists the parts that the rules of dependency-cruiser name, with what each may import', async () => {
    const rules = ((await import('../../.dependency-cruiser.mjs')) as { default: { forbidden: ImportRule[] } }).default.forbidden;
    const allowed = new Map(
      rules.flatMap(({ name, to }) =>
        /^imports of (client|server|shared)\/[\w/]+$/.test(name) ? [[name.slice(11), to.pathNot]] : [],
      ),
    );
    const known = [...allowed.keys()].filter(name => !name.startsWith('shop/'));
    expect(parts.map(({ part }) => part).toSorted()).toEqual(known.toSorted());

    const faults = parts.flatMap(({ part, imports }) => {
      const mayImport = new RegExp(allowed.get(part) ?? '^$');
      const refused = imports.filter(name => !mayImport.test(name.endsWith('.ts') ? name : `${name}/file.ts`));
      const others = parts.filter(other => other.part !== part && !other.part.startsWith('shared/'));
      const missing = others.filter(other => mayImport.test(`${other.part}/file.ts`) && !imports.includes(other.part));
      return [...refused, ...missing.map(other => other.part)].map(name => `${part}: ${name}`);
    });
    expect(faults).toEqual([]);
  });

  it('lists the folders of the products and of the web part, each with a file to begin at', () => {
    const rows = rowsOf('docs/architecture.md', 'folders').map(([folder = '', , files = '']) => ({
      folder: quotedIn(folder)[0] ?? '',
      files: quotedIn(files),
    }));
    const folders = globSync('server/{http,shop,staff,stations}/*/', { withFileTypes: true }).filter(entry =>
      entry.isDirectory(),
    );
    const paths = folders.map(entry => path.relative('.', path.join(entry.parentPath, entry.name)));
    expect(rows.map(({ folder }) => folder).toSorted()).toEqual(paths.toSorted());
    const missing = rows.flatMap(({ folder, files }) => files.filter(file => globSync(`${folder}/**/${file}`).length === 0));
    expect(missing).toEqual([]);
  });
});

describe('The decisions', () => {
  const records = globSync('docs/decisions/0*.md').map(file => {
    const [title = '', , status = ''] = readFileSync(file, 'utf8').split('\n');
    return { file: path.basename(file), title, status };
  });

  it.each(records)('$file says its status below its title', ({ file, title, status }) => {
    expect(title).toMatch(new RegExp(`^# ${file.slice(0, 4)} \\S`));
    expect(status).toMatch(/^Status: (accepted|superseded by \[\d{4}\]\(\d{4}-[\w-]+\.md\))/);
  });

  it('are all in the index, under their title', () => {
    const index = readFileSync('docs/decisions/README.md', 'utf8');
    const entries = [...index.matchAll(/^- \[(\d{4})\]\(([^)]+)\) (.+?)(?: \(superseded by \d{4}\))?$/gm)];
    expect(entries.map(([, number, file, title]) => [file, `# ${number} ${title}`])).toEqual(
      records.toSorted((a, b) => a.file.localeCompare(b.file)).map(({ file, title }) => [file, title]),
    );
  });
});
