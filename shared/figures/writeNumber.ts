import type { Currency } from '../model/money.ts';

/** Kind of value: a number, a percentage, or an amount of money. */
export type NumberKind = 'number' | 'percent' | Currency;

/** The characters around the digits for one kind of value, language and country. */
export interface NumberFormat {
  decimal: string;
  /** Separator between thousands. */
  group: string;
  /** Minimum number of integer digits for a group separator: five in Spanish. */
  groupedFrom: number;
  before: string;
  behind: string;
  /** Replaces `before` for negative values. */
  beforeNegative: string;
}

/** Formats by language tag and kind: 'de-DE EUR'. */
export type NumberFormats = Record<string, NumberFormat>;

interface NumberStyle {
  /** BCP 47 language tag. */
  tag: string;
  kind: NumberKind;
  fewestDecimals: number;
  maxDecimals: number;
}

/** All formats of this process: a few for each language, country and currency. */
const knownFormats: NumberFormats = {};

/**
 * Formats a number as Intl does. The first call of Intl takes ten milliseconds, so a page brings its formats in `known`. A
 * format that is missing there is read from Intl once and added.
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

/**
 * Rounds the decimal notation of the number half away from zero: 1.005 to two decimals → "101", although its binary value is
 * lower.
 */
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
    // Older engines group Swiss French numbers with a space, newer ones with an apostrophe.
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

/** The characters before the first digit and after the last one. */
function around(parts: readonly Intl.NumberFormatPart[]): [string, string] {
  const isDigits = ({ type }: Intl.NumberFormatPart) => type === 'integer' || type === 'fraction';
  const text = (some: readonly Intl.NumberFormatPart[]) => tidy(some.map(({ value }) => value).join(''));
  return [text(parts.slice(0, parts.findIndex(isDigits))), text(parts.slice(parts.findLastIndex(isDigits) + 1))];
}

export const NBSP = '\u00a0';

/**
 * Replaces all kinds of spaces and apostrophes by one each, so that no line breaks inside a figure. Engines differ with the age
 * of their data, and the server and the browser must render the same text.
 */
export const tidy = (text: string): string => text.replace(/[\s\u202f]/gu, NBSP).replaceAll('’', "'");
