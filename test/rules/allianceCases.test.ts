import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

/** Test case numbers such as B_01, as the Open Charge Alliance writes them. */
const NUMBER = /\b[A-Z]_\d{2,3}\b/g;
const numbersIn = (text: string): readonly string[] => text.match(NUMBER) ?? [];

const [, ours = ''] = readFileSync('docs/contracts/ocpp.md', 'utf8').split('## Test cases of the alliance');
const [shown = '', left = ''] = ours.split('| Not shown |');

/** The test case numbers in test titles, and in table rows that become test titles. */
const titles = new Set(
  globSync('test/{ocpp,http}/*.test.ts')
    .flatMap(file => readFileSync(file, 'utf8').split('\n'))
    .filter(line => /^\s*(it|test)\b|^\s*\['|^\s*'|^\s*\]\)\(/.test(line))
    .flatMap(numbersIn),
);

describe('The test cases of the alliance', () => {
  it('that are said to be shown stand in the title of a test', () => {
    const numbers = numbersIn(shown);
    expect(numbers.length).toBeGreaterThan(60);
    expect(numbers.filter(number => !titles.has(number))).toEqual([]);
  });

  it('that stand in the title of a test are said to be shown', () => {
    const listed = new Set(numbersIn(shown));
    expect([...titles].filter(number => !listed.has(number))).toEqual([]);
  });

  it('are shown or not, never both', () => {
    const listed = new Set(numbersIn(shown));
    expect(numbersIn(left).filter(number => listed.has(number))).toEqual([]);
  });
});
