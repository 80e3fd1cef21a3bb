import { globSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { CONSOLE_TEXTS } from '../../client/console/core/translations.ts';

const AREAS: Readonly<Record<string, Readonly<Record<string, string>>>> = CONSOLE_TEXTS.en;

function isText(key: string): boolean {
  const [area = '', ...rest] = key.split('.');
  const name = rest.join('.');
  return [name, `${name}_one`].some(each => Object.hasOwn(AREAS[area] ?? {}, each));
}

/** Lists the keys of console texts that a source of the server names literally. */
function keysIn(source: string): string[] {
  const whole = [...source.matchAll(/\bkey: '((\w+)\.[\w.-]+)'/g)].flatMap(([, key = '', area = '']) =>
    Object.hasOwn(AREAS, area) ? [key] : [],
  );
  const [, own] = /textsOf\('(\w+)'\)/.exec(source) ?? [];
  if (own === undefined) return whole;
  return [...whole, ...[...source.matchAll(/\b(?:text|step)\('([\w.-]+)'/g)].map(([, name]) => `${own}.${name}`)];
}

it('The console has every text that the server names', () => {
  const files = globSync('server/**/*.ts').filter(file => !file.includes('.test.'));
  const named = files.flatMap(file => keysIn(readFileSync(file, 'utf8')).map(key => `${file}: ${key}`));
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(line => !isText(line.split(': ')[1] ?? ''))).toEqual([]);
});
