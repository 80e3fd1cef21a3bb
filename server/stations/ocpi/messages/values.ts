import Joi from 'joi';
import { decimalOf } from './decimals.ts';
import type { Quirk, ReadingContext } from './message.ts';

/** Maximum length of ids. OCPI allows 36 characters, for CDR ids 39, but longer ids are accepted as well. */
const MAX_ID_LENGTH = 255;
const MAX_STANDARD_ID_LENGTH = 39;

/** Counts a harmless deviation from OCPI. The value stays valid. */
export const countQuirk = (helpers: Joi.CustomHelpers, quirk: Quirk): void => {
  (helpers.prefs.context as ReadingContext | undefined)?.quirks.add(quirk);
};

const inWords = (translator: string) => ({ 'string.pattern.base': translator });

/** Control characters are not allowed, because ids are used in URLs, commands and logs. */
export const identifier = Joi.string()
  .max(MAX_ID_LENGTH)
  .pattern(/^[^\p{C}]+$/u)
  .messages(inWords('must be one line of text'))
  .custom((value: string, helpers) => {
    if (value.length > MAX_STANDARD_ID_LENGTH) countQuirk(helpers, 'too long an identifier');
    return value;
  });

/** Schema of an enum value. Unknown values are accepted. */
export const word = Joi.string()
  .max(MAX_ID_LENGTH)
  .pattern(/^[\w/.-]+$/)
  .messages(inWords('must be one word, such as AVAILABLE'));

export const text = Joi.string().max(65_536);

/** Schema of a short text that is printed. A number is accepted too, because some CPO platforms send one. */
export const label = Joi.alternatives(
  Joi.number().custom((value: number, helpers) => {
    countQuirk(helpers, 'number for a text');
    return String(value);
  }),
  text,
).messages({ 'alternatives.types': 'must be a string' });

const url: Joi.CustomValidator<string> = (value, helpers) =>
  URL.canParse(value) ? value : helpers.message({ custom: 'must be an address such as https://example.com/ocpi' });
export const address = Joi.string().max(2048).custom(url);

const INSTANT = /^(\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d{1,20})?)([Zz]|[+-]\d\d:?\d\d)?$/;

/** Schema of OCPI's DateTime, which is in UTC with or without Z. JavaScript would parse a time without Z as local time. */
export const dateTime = Joi.string().custom((value: string, helpers): unknown => {
  const [, upToSeconds, zone] = INSTANT.exec(value) ?? [];
  const at = new Date(`${upToSeconds}${zone ?? 'Z'}`);
  if (upToSeconds === undefined || Number.isNaN(at.getTime()))
    return helpers.message({ custom: 'must be a time such as 2027-01-01T00:00:00Z (UTC)' });
  if (zone === undefined) countQuirk(helpers, 'time without zone');
  else if (!/^[Zz]$/.test(zone)) countQuirk(helpers, 'time with an offset');
  return at;
});

const asDecimal: Joi.CustomValidator<number, unknown> = (value, helpers) =>
  decimalOf(value) ?? helpers.message({ custom: 'must be a decimal below a thousand million million' });
/** Schema of any number. It is converted to text. */
export const decimal = Joi.number().unsafe().custom(asDecimal);
/** Schema of a number that is not negative, such as an energy, time or price. It is converted to text. */
export const amount = Joi.number().unsafe().min(0).custom(asDecimal);

/**
 * Schema of a field that OCPI requires but the app does not need. If the field is missing or invalid, `fallback` is used and the
 * deviation is counted, and the object stays valid.
 */
export const unneeded = <T>(schema: Joi.Schema<T>, fallback?: T): Joi.Schema<T> =>
  lenient(schema, fallback).default((_parent: unknown, helpers: Joi.CustomHelpers) => {
    // An invalid field was already counted by `lenient`.
    if (helpers.original === undefined) countQuirk(helpers, 'field missing');
    return fallback;
  });

/** Schema of a field that OCPI does not require. An invalid value counts as missing. */
export const lenient = <T>(schema: Joi.Schema<T>, fallback?: T): Joi.Schema<T> =>
  Joi.any().custom((value: unknown, helpers): T | undefined => {
    const read = schema.validate(value, { convert: false, stripUnknown: true, context: helpers.prefs.context ?? {} });
    if (read.error) countQuirk(helpers, 'field unreadable');
    return read.error ? fallback : (read.value as T);
  });

/** Schema of an optional list. A missing list becomes an empty one. */
export const listOf = (item: Joi.Schema): Joi.ArraySchema => Joi.array().items(item).default([]);
export const filledListOf = (item: Joi.Schema): Joi.ArraySchema => Joi.array().items(item).min(1).required();

export interface DisplayText {
  language: string;
  text: string;
}

const DISPLAY_TEXT = Joi.object<DisplayText>({ language: text.default('en'), text: text.required() });

/** Schema of texts for display. Invalid texts are dropped, so that they do not make a message invalid. */
export const displayTexts = Joi.any()
  .custom((value: unknown, helpers): DisplayText[] => {
    if (!Array.isArray(value)) countQuirk(helpers, 'message is not a list');
    return (Array.isArray(value) ? value : [value]).flatMap(each => {
      const read = DISPLAY_TEXT.validate(each, { convert: false, stripUnknown: true });
      return read.error === undefined ? [read.value] : [];
    });
  })
  .default([]);

/** Schema of a currency code with three letters. A later check decides whether the app supports the currency. */
export const currency = Joi.string()
  .pattern(/^[A-Za-z]{3}$/)
  .messages(inWords('must be an ISO 4217 code such as EUR'))
  .custom((value: string) => value.toUpperCase());
