import type { Currency } from '../model/money.ts';

/** Kind of value: a number, a percentage, or an amount of money. */
export type NumberKind = 'number' | 'percent' | Currency;

/** The characters around the digits, for one kind of value in one language and country. */
export interface NumberFormat {
  decimal: string;
  /** Separator between groups of thousands. */
  group: string;
  /** Minimum number of integer digits of a number whose thousands are separated. Five in Spanish, so 1234 has no separator. */
  groupedFrom: number;
  before: string;
  behind: string;
  /** Text before the digits of a negative value, in place of `before`. */
  beforeNegative: string;
}

/** Number formats by language tag and kind, such as 'de-DE EUR'. */
export type NumberFormats = Record<string, NumberFormat>;

interface NumberStyle {
  /** BCP 47 language tag. */
  tag: string;
  kind: NumberKind;
  fewestDecimals: number;
  maxDecimals: number;
}

/** All formats that this process has used: a few for each language, country and currency. */
const knownFormats: NumberFormats = {};

/**
 * Formats a number like Intl, but without it, because the first use of Intl takes ten milliseconds. A page contains the formats
 * that it needs (`known`). A missing format is derived from Intl once and added to `known`.
 */
export function writeNumber(
  value: number,
  { tag, kind, fewestDecimals, maxDecimals }: NumberStyle,
  known: NumberFormats = knownFormats,
): string {
  const name = `${tag} ${kind}`;
  knownFormats[name] ??= known[name] ?? numberFormatOf(tag, kind);
  known[name] ??= knownFormats[name];
  const { decimal, group, groupedFrom, before, behind, beforeNegative } = known[name];
  const digits = roundedDigits(Math.abs(value), maxDecimals);
  const whole = digits.slice(0, digits.length - maxDecimals);
  const decimals = digits.slice(whole.length).replace(/0+$/, '').padEnd(fewestDecimals, '0');
  const grouped = whole.length < groupedFrom ? whole : whole.replace(/\B(?=(?:\d{3})+$)/g, group);
  const isNegative = value < 0 && /[1-9]/.test(digits);
  return `${isNegative ? beforeNegative : before}${grouped}${decimals && decimal + decimals}${behind}`;
}

/** Rounds the decimal notation half away from zero: 1.005 to two decimals → "101", although the binary value is below 1.005. */
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
    // Newer JavaScript engines group Swiss French numbers with an apostrophe, older ones with a space. The space is always used.
    group: tag.startsWith('fr') ? textOf('group').replace("'", NBSP) : textOf('group'),
    groupedFrom: isGrouped ? 4 : 5,
    before,
    behind,
    beforeNegative,
  };
}

/**
 * Currencies whose narrow symbol is known everywhere. Hungarian would otherwise write "EUR". Other narrow symbols are unclear: "kr" is
 * the symbol of three currencies, and only Hungarians know "Ft".
 */
const UNIQUE_SYMBOLS: readonly NumberKind[] = ['EUR', 'GBP'];

function styleOf(kind: NumberKind): Intl.NumberFormatOptions {
  if (kind === 'number') return {};
  if (kind === 'percent') return { style: 'percent' };
  return { style: 'currency', currency: kind, currencyDisplay: UNIQUE_SYMBOLS.includes(kind) ? 'narrowSymbol' : 'symbol' };
}

/** Returns the text before the first digit and the text after the last one. */
function around(parts: readonly Intl.NumberFormatPart[]): [string, string] {
  const isDigits = ({ type }: Intl.NumberFormatPart) => type === 'integer' || type === 'fraction';
  const text = (some: readonly Intl.NumberFormatPart[]) => tidy(some.map(({ value }) => value).join(''));
  return [text(parts.slice(0, parts.findIndex(isDigits))), text(parts.slice(parts.findLastIndex(isDigits) + 1))];
}

export const NBSP = '\u00a0';

/**
 * Replaces every kind of space by a non-breaking space, and typographic apostrophes by plain ones. JavaScript engines use
 * different characters, but server and browser must render the same text.
 */
export const tidy = (text: string): string => text.replace(/[\s\u202f]/gu, NBSP).replaceAll('’', "'");
