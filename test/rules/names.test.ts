import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';

/** Words that names must not contain, because the domain has an established term in their place. */
const FORBIDDEN = new Set(
  `told tell tells heard hear hearing kept keep keeps keeper turn turns look looks looked late desk ask asks asked most least longest
  shortest gone stray strays errand errands odd oddity oddities mishap mishaps news nobody somebody whoever elsewhere afar alongside
  ahead begun outlook place places hand house way ways letter letters said say silence signs take taken takes meet`.split(/\s+/),
);

/** Names with a forbidden word that English, Node or a stored value prescribes, with the reason. */
const ALLOWED: Readonly<Record<string, string>> = {
  placeOrder: 'a verb: an order is placed',
  keepAlive: 'HTTP',
  turnOn: 'a verb: a switch',
  turnOff: 'a verb: a switch',
};

const wordsOf = (name: string): string[] =>
  (name.match(/[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+/g) ?? []).map(word => word.toLowerCase());
const isForbidden = (name: string): boolean => !(name in ALLOWED) && wordsOf(name).some(word => FORBIDDEN.has(word));

const DECLARED = /^ *(?:export )?(?:declare )?(?:async )?(?:const|let|function\*?|interface|type|class) ([\w$]+)/gm;
const SOURCES = globSync('{server,client,shared,scripts,test}/**/*.{ts,tsx,cjs,mjs}').filter(
  file => !file.includes('/migrations/'),
);

/** @returns the declared names and file names that contain a forbidden word */
const forbiddenIn = (file: string, text: string): string[] =>
  [...[...text.matchAll(DECLARED)].map(([, name = '']) => name), path.basename(file).replace(/\..*$/, '')].filter(isForbidden);

describe('Names', () => {
  it('of functions, variables, types and files are words of the field', () => {
    const found = SOURCES.flatMap(file => forbiddenIn(file, readFileSync(file, 'utf8')).map(name => `${file}: ${name}`));
    expect(SOURCES.length).toBeGreaterThan(1500);
    expect(found).toEqual([]);
  });

  it.each([
    ['const keptPages = 1;', ['keptPages']],
    ['  async function tellDevices() {', ['tellDevices']],
    ['export interface RefundAsk {', ['RefundAsk']],
    ['export async function placeOrder() {', []],
    ['const lateral = 1;', []],
  ])('are read out of %s', (text, names) => {
    expect(forbiddenIn('server/x.ts', text)).toEqual(names);
  });
});
