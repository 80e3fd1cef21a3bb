import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { LOCALES, type Locale } from '../../shared/model/locales.ts';

/** Returns each text of a language as 'area.key: text', without markup. */
const linesOf = (locale: Locale): string[] =>
  readdirSync(path.join('locales', locale)).flatMap(file => {
    const area = JSON.parse(readFileSync(path.join('locales', locale, file), 'utf8')) as Record<string, string>;
    return Object.entries(area).map(([key, text]) => `${path.basename(file, '.json')}.${key}: ${text.replace(/<[^>]*>/g, '')}`);
  });

/** Words that directly follow a number. */
const UNITS = 'kWh|kW|min\\b|perc\\b|Uhr\\b|uur\\b(?! te)|%';

describe.each(LOCALES)('The texts in %s', locale => {
  const lines = linesOf(locale);
  const withFault = (fault: RegExp) => lines.filter(line => fault.test(line));

  it('keep a figure and its unit on one line', () => {
    expect(withFault(new RegExp(`(\\}\\}|\\d) (${UNITS})|\\bkl\\. \\{\\{`))).toEqual([]);
  });

  it('have typographic quotes and apostrophes, no double space, and no space before an ellipsis', () => {
    expect(withFault(/["']| {2}|\s…/)).toEqual([]);
  });
});

it('French has a space that does not break before a colon, and a narrow one before ; ! and ?', () => {
  const lines = linesOf('fr').map(line => line.replace(/^\S+: /, '').replace(/https?:\S+|\d:\d/g, ''));
  expect(lines.filter(line => /[^\u00a0]:|[^\u202f][;!?]/.test(line))).toEqual([]);
});
