import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

interface Source {
  file: string;
  text: string;
}

const isTest = (file: string) => /\.(test|fixture)\.tsx?$/.test(file);
const sources = (): Source[] =>
  globSync('{shared,client,server}/**/*.{ts,tsx}')
    .filter(file => !isTest(file))
    .map(file => ({ file, text: readFileSync(file, 'utf8') }));

/** A name in snake_case outside comments and texts, except the payment state `capture_failed`. */
const COLUMN = /(?<!['"`\w-]|\/\/.*|^\s*\/?\*.*)(?!capture_failed\b)[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b(?!['"`-])/m;

/** Matches files outside the shop, the staff console and the code that both use. */
const OUTSIDE = /^(?!server\/(shop|staff|runtime|operator|core|store)\/)/;
/** Words that only the given files may contain, so that a reader finds all uses of a word in one place. */
const ONLY_IN: readonly { what: string; word: RegExp; files: RegExp }[] = [
  { what: 'the environment', word: /\bprocess\.env\b/, files: /^server\/main\.ts$/ },
  { what: 'the wall clock inside the operator', word: /\bDate\.now\(\)(?!\.)|\bnew Date\(\)/, files: OUTSIDE },
  // The store parses the JSON of each row. The other files parse external formats: the operator's data files and the signed
  // record of a meter.
  {
    what: 'JSON outside the store',
    word: /\bJSON\.parse\b/,
    files:
      /^(?!server\/(shop|staff|runtime|operator|core)\/)|^server\/(core\/verification\/ocmf|core\/formats\/jsonFiles|shop\/import\/jsonFiles|shop\/documents\/content\/meterFacts)\.ts$/,
  },
  {
    what: 'a column of the database',
    word: COLUMN,
    files: /^(?!server\/(shop|staff|runtime|operator|core)\/)|^server\/(core\/formats|shop\/import)\//,
  },
  { what: 'react-dom/server', word: /react-dom\/server/, files: /^server\/render\// },
  { what: 'a sink for HTML', word: /dangerouslySetInnerHTML|\.innerHTML/, files: /^$/ },
  { what: 'the SDK of Stripe before somebody chose it', word: /^import (?!type\b)[^;]*from 'stripe'/m, files: /^$/ },
  { what: 'an inline style', word: /\bstyle=\{/, files: /^$/ },
];

function misplaced({ file, text }: Source): string[] {
  return ONLY_IN.filter(({ word, files }) => word.test(text) && !files.test(file)).map(
    ({ what }) => `${file} must not touch ${what}`,
  );
}

describe('The sources', () => {
  it('name the environment, the clock, the renderer and HTML sinks only where they belong', () => {
    expect(sources().flatMap(misplaced)).toEqual([]);
  });

  it('have at most 250 lines each', () => {
    const long = sources().filter(({ text }) => text.split('\n').length > 251);
    expect(long.map(({ file }) => file)).toEqual([]);
  });

  it.each([
    ['server/operator/x.ts', 'const now = Date.now()'],
    ['server/operator/x.ts', 'const bill = JSON.parse(session.bill)'],
    ['server/operator/x.ts', 'if (session.started_at) return'],
    ['server/shop/documents/x.ts', 'const { order_id: orderId } = session'],
    ['server/http/x.ts', 'process.env.PORT'],
    ['client/x.tsx', '<p dangerouslySetInnerHTML={x} />'],
    ['server/adapters/stripe/x.ts', "import Stripe from 'stripe';"],
  ])('notices a planted word: %s with %s', (file, text) => {
    expect(misplaced({ file, text })).toHaveLength(1);
  });
});
