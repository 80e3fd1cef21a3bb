import type { Currency } from '../model/money.ts';

/** A number, a share, or an amount of money. */
export type NumberKind = 'number' | 'percent' | Currency;

/** What is written around the digits of one kind of number, in one language and country. */
export interface NumberFormat {
  decimal: string;
  /** Between thousands. */
  group: string;
  /** How many digits a number has at least before the first group is parted from the next: five in Spanish. */
  groupedFrom: number;
  before: string;
  behind: string;
  /** In place of `before`, of what is less than nothing. */
  beforeNegative: string;
}

/** By language tag and kind: 'de-DE EUR'. */
export type NumberFormats = Record<string, NumberFormat>;

interface NumberStyle {
  /** BCP 47. */
  tag: string;
  kind: NumberKind;
  fewestDecimals: number;
  mostDecimals: number;
}

/** What Intl was asked for since the beginning: a few for each language, country and currency. */
const knownFormats: NumberFormats = {};

/**
 * Writes a number as Intl does, which needs ten milliseconds for its first one: what a page has to know of it is in `known`, and
 * what is missing there is asked of Intl, once, and added.
 */
export function writeNumber(
  value: number,
  { tag, kind, fewestDecimals, mostDecimals }: NumberStyle,
  known: NumberFormats = knownFormats,
): string {
  const name = `${tag} ${kind}`;
  knownFormats[name] ??= known[name] ?? numberFormatOf(tag, kind);
  known[name] ??= knownFormats[name];
  const { decimal, group, groupedFrom, before, behind, beforeNegative } = known[name];
  const digits = roundedDigits(Math.abs(value), mostDecimals);
  const whole = digits.slice(0, digits.length - mostDecimals);
  const decimals = digits.slice(whole.length).replace(/0+$/, '').padEnd(fewestDecimals, '0');
  const grouped = whole.length < groupedFrom ? whole : whole.replace(/\B(?=(?:\d{3})+$)/g, group);
  const isNegative = value < 0 && /[1-9]/.test(digits);
  return `${isNegative ? beforeNegative : before}${grouped}${decimals && decimal + decimals}${behind}`;
}

/** Of the number as it is written in decimals, half away from zero: 1.005 to two decimals → "101", though its binary is less. */
function roundedDigits(value: number, decimals: number): string {
  const written = String(value);
  const moved = written.includes('e') ? value * 10 ** decimals : Number(`${written}e${decimals}`);
  return String(Math.round(moved)).padStart(decimals + 1, '0');
}

const SAMPLE = 1_234_567.8;

function numberFormatOf(tag: string, kind: NumberKind): NumberFormat {
  const format = new Intl.NumberFormat(tag, { ...styleOf(kind), minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const parts = format.formatToParts(SAMPLE);
  const textOf = (type: Intl.NumberFormatPartTypes) => tidy(parts.find(part => part.type === type)?.value ?? '');
  const ofFourDigits = format.formatToParts(kind === 'percent' ? 12.34 : 1234);
  const isGrouped = ofFourDigits.some(({ type }) => type === 'group');
  const [before, behind] = around(parts);
  const [beforeNegative] = around(format.formatToParts(-SAMPLE));
  return {
    decimal: textOf('decimal'),
    // Swiss French groups with a space in older engines, with an apostrophe in newer ones.
    group: tag.startsWith('fr') ? textOf('group').replace("'", NBSP) : textOf('group'),
    groupedFrom: isGrouped ? 4 : 5,
    before,
    behind,
    beforeNegative,
  };
}

function styleOf(kind: NumberKind): Intl.NumberFormatOptions {
  if (kind === 'number') return {};
  return kind === 'percent' ? { style: 'percent' } : { style: 'currency', currency: kind };
}

/** What stands before the first digit and behind the last. */
function around(parts: readonly Intl.NumberFormatPart[]): [string, string] {
  const isDigits = ({ type }: Intl.NumberFormatPart) => type === 'integer' || type === 'fraction';
  const text = (some: readonly Intl.NumberFormatPart[]) => tidy(some.map(({ value }) => value).join(''));
  return [text(parts.slice(0, parts.findIndex(isDigits))), text(parts.slice(parts.findLastIndex(isDigits) + 1))];
}

export const NBSP = '\u00a0';

/**
 * One kind of space, so that nothing breaks inside a figure, and one apostrophe: engines differ in both with the age of
 * their data, and a page must read the same from the server and in the browser.
 */
export const tidy = (text: string): string => text.replace(/[\s\u202f]/gu, NBSP).replaceAll('’', "'");
