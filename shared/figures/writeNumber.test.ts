import { describe, expect, it, test } from '@jest/globals';
import { fc, runs } from '../../test/support/property.ts';
import { COUNTRIES, LOCALES } from '../model/locales.ts';
import { CURRENCIES } from '../model/money.ts';
import { languageTag } from './format.ts';
import { type NumberFormats, type NumberKind, tidy, writeNumber } from './writeNumber.ts';

const TAGS = [...new Set(LOCALES.flatMap(locale => COUNTRIES.map(country => languageTag({ locale, country }))))];
const KINDS: readonly NumberKind[] = ['number', 'percent', ...CURRENCIES];

/** Formats the number entirely with Intl, for comparison. */
function byIntl(value: number, tag: string, kind: NumberKind, [fewest, limit]: readonly [number, number]): string {
  const decimals = { minimumFractionDigits: fewest, maximumFractionDigits: limit };
  const money = { style: 'currency', currency: kind, currencyDisplay: /EUR|GBP/.test(kind) ? 'narrowSymbol' : 'symbol' } as const;
  const style = { number: {}, percent: { style: 'percent' as const } }[kind as string] ?? money;
  const text = tidy(new Intl.NumberFormat(tag, { ...style, ...decimals }).format(kind === 'percent' ? value / 100 : value));
  return tag.startsWith('fr') ? text.replaceAll("'", '\u00a0') : text;
}

/**
 * Numbers with a few decimals, as amounts, prices and energies have. Values that round to minus zero are left out, because Intl
 * writes "-0".
 */
const numbers = fc
  .record({ whole: fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }), decimals: fc.integer({ min: 0, max: 6 }) })
  .map(({ whole, decimals }) => whole / 10 ** decimals);
const decimals = fc
  .tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 }))
  .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
const isMinusZero = (value: number, limit: number) => value < 0 && Math.round(-value * 10 ** limit) === 0;

describe.each(TAGS)('in %s', tag => {
  const known: NumberFormats = {};
  test.each(KINDS)('%s reads as Intl writes it', kind => {
    fc.assert(
      fc.property(numbers, decimals, (value, shown) => {
        const [fewestDecimals, maxDecimals] = kind === 'percent' ? ([0, 6] as const) : shown;
        fc.pre(!isMinusZero(value, maxDecimals));
        const text = writeNumber(value, { tag, kind, fewestDecimals, maxDecimals }, known);
        expect(text).toBe(byIntl(value, tag, kind, [fewestDecimals, maxDecimals]));
      }),
      runs(200),
    );
  });
});

test.each([
  [1.005, 2, '1,01'],
  [2.675, 2, '2,68'],
  [0.000_000_4, 6, '0'],
  [999.995, 2, '1.000'],
])('%d to %d decimals reads %s', (value, maxDecimals, text) => {
  expect(writeNumber(value, { tag: 'de-DE', kind: 'number', fewestDecimals: 0, maxDecimals }, {})).toBe(text);
});

it('asks Intl for nothing that is known', () => {
  const known: NumberFormats = {};
  const options = { tag: 'hu-HU', kind: 'HUF', fewestDecimals: 0, maxDecimals: 0 } as const;
  const text = writeNumber(12_345, options, known);
  // Formats as a page sends them to a browser that has not used Intl yet.
  const brought: NumberFormats = { 'hu-RO HUF': known['hu-HU HUF']! };
  const { NumberFormat } = Intl;
  Reflect.deleteProperty(Intl, 'NumberFormat');
  try {
    expect(writeNumber(12_345, { ...options, tag: 'hu-RO' }, brought)).toBe(text);
    const anew: NumberFormats = {};
    expect(writeNumber(12_345, options, anew)).toBe(text);
    expect(anew).toEqual(known);
    expect(() => writeNumber(12_345, { ...options, tag: 'hu-SK' }, {})).toThrow();
  } finally {
    Object.assign(Intl, { NumberFormat });
  }
});
