import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';

/** Decisions keep the words and places of their time; those from 0020 on are held to today's. */
const isOldDecision = (file: string): boolean => /\/decisions\/00[01]\d-/.test(file);
const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md')].filter(file => !isOldDecision(file));

const ROOTS = '{client,demo,docs,locales,scripts,server,shared,test}';
const FILES: ReadonlySet<string> = new Set(globSync(`${ROOTS}/**/*`).map(file => path.basename(file)));
/** Names that stand for others. */
const EXAMPLES: readonly string[] = ['camelCase.ts', 'PascalCase.tsx', 'X.styles.ts', 'x.test.ts', 'Name.tsx', 'NNNN-what.ts'];
const isExample = (name: string): boolean => /[<>]|\/Name\/|NNNN/.test(name) || EXAMPLES.includes(name);

const readProse = (file: string): string => readFileSync(file, 'utf8').replace(/^```[\s\S]*?^```/gm, '');
const quotedIn = (text: string): string[] => [...text.matchAll(/`([^`\n]+)`/g)].map(match => match[1] ?? '');

/** Whether a quoted word claims to be a file of this repository, and there is none. */
function isMissing(quoted: string): boolean {
  if (isExample(quoted)) return false;
  if (/^(client|demo|docs|locales|scripts|server|shared|test)\/[\w./*-]*$/.test(quoted)) return globSync(quoted).length === 0;
  return /^[\w.-]+\.(tsx?|mjs|cjs)$/.test(quoted) && !existsSync(quoted) && !FILES.has(quoted);
}

const IDENTIFIER = /^[A-Za-z_]\w*(\.\w+)*$/;
const wordsOf = (text: string): ReadonlySet<string> => new Set(text.match(/[A-Za-z_]\w*/g));
const missingFrom = (words: ReadonlySet<string>, quoted: readonly string[]): string[] =>
  quoted.filter(name => IDENTIFIER.test(name) && !name.split('.').every(part => words.has(part)));

/** Each link to a file with the quoted words that follow it, up to the next link or the end of the line. */
function linksWithNames(file: string): { target: string; names: string[] }[] {
  const parts = [...readProse(file).matchAll(/\]\(([^)#\s]+)[^)]*\)([^[\n]*)/g)];
  return parts.map(([, link = '', after = '']) => ({ target: path.join(path.dirname(file), link), names: quotedIn(after) }));
}

const CODE: ReadonlySet<string> = wordsOf(
  globSync('{client,server,shared}/**/*.{ts,tsx}')
    .map(file => readFileSync(file, 'utf8'))
    .join('\n'),
);

describe('The documentation', () => {
  it.each(DOCUMENTS)('%s names only files that are there', file => {
    expect(quotedIn(readProse(file)).filter(isMissing)).toEqual([]);
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

  it('shows a newcomer only what is in the named file', () => {
    const links = linksWithNames('docs/newcomer.md').filter(({ target }) => /\.tsx?$/.test(target));
    expect(links.length).toBeGreaterThan(30);
    const missing = links.flatMap(({ target, names }) =>
      missingFrom(wordsOf(readFileSync(target, 'utf8')), names).map(name => `${target}: ${name}`),
    );
    expect(missing).toEqual([]);
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
