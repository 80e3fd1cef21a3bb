import joi from 'joi';
import { CURRENCIES, type Currency } from '../../../shared/model/money.ts';
import { UpstreamFailure } from './failure.ts';

/** Response of the search, see docs/contracts/upstream.md. */
interface UpstreamSearch {
  success: boolean;
  error: string | null;
  data: readonly unknown[] | null;
}

/**
 * One session of a search result, with the fields that docs/contracts/upstream.md mentions. A field is null if the external
 * service omits it or sends another type.
 */
export interface UpstreamSession {
  id: number | null;
  startTime: string | null;
  endTime: string | null;
  energyKwh: number | null;
  /** Price in major units of the currency. */
  price: number | null;
  currency: Currency | null;
  street: string | null;
  postalCode: string | null;
  city: string | null;
  evse: string | null;
}

/** Metadata of a brand. A field is null if it is absent, empty or of another type. */
export interface UpstreamMetadata {
  name: string | null;
  logo: string | null;
  primary: string | null;
  secondary: string | null;
  clientUuid: string | null;
  currency: Currency | null;
  imprint: string | null;
  privacy: string | null;
  termsBody: string | null;
  publicInfo: string | null;
  supportPhone: string | null;
  supportEmail: string | null;
}

/** Creates an object schema with exactly the fields of the type `T`. */
const fields = <T>(schemas: { readonly [Key in keyof T]-?: joi.Schema }) => joi.object<T>(schemas);
const orNull = <T extends joi.Schema>(schema: T): T => schema.failover(null).default(null) as T;
const text = (limit: number) => orNull(joi.string().trim().max(limit));
const label = (limit: number) => orNull(joi.alternatives(joi.string().trim().max(limit), joi.number().cast('string')));
const amount = orNull(joi.number().min(0).max(10_000_000));
const currency = orNull(joi.string().valid(...CURRENCIES));
/** Accepts a time with a UTC offset. Without the offset, a time does not determine an instant. */
const instant = orNull(
  joi
    .string()
    .max(40)
    .pattern(/T.*(?:Z|[+-]\d\d(?::?\d\d)?)$/)
    .custom((time: string, { error }) => (Number.isNaN(Date.parse(time)) ? error('any.invalid') : time)),
);

const SEARCH = fields<UpstreamSearch>({
  success: joi.boolean().strict().default(true),
  error: orNull(joi.string()),
  data: joi.array().items(joi.object().unknown()).max(200).allow(null).default(null),
});

const SESSION = fields<UpstreamSession>({
  id: orNull(joi.number().integer().positive()),
  startTime: instant,
  endTime: instant,
  energyKwh: amount,
  price: amount,
  currency,
  street: label(60),
  postalCode: label(12),
  city: label(40),
  evse: label(48),
});

const MAX_TEXT_LENGTH = 1_000_000;
const METADATA = fields<UpstreamMetadata>({
  name: text(120),
  logo: text(MAX_TEXT_LENGTH),
  primary: text(64),
  secondary: text(64),
  clientUuid: orNull(joi.string().pattern(/^[A-Za-z0-9_-]{1,64}$/)),
  currency,
  imprint: text(MAX_TEXT_LENGTH),
  privacy: text(MAX_TEXT_LENGTH),
  termsBody: text(MAX_TEXT_LENGTH),
  publicInfo: text(MAX_TEXT_LENGTH),
  supportPhone: orNull(joi.string().pattern(/^\+?[\d ()/-]{4,30}$/)),
  supportEmail: orNull(
    joi
      .string()
      .email({ tlds: { allow: false } })
      .max(200),
  ),
});

/**
 * Parses the sessions of a search response, which may be none.
 * @throws UpstreamFailure with the error text of the external service for `success: false` or `data: null`; without a text if
 * the response is malformed
 */
export function readSearch(body: Buffer): readonly UpstreamSession[] {
  const { success, error, data } = parsed(SEARCH, readJson(body));
  if (!success || data === null) throw new UpstreamFailure('refused', { isOutage: false, answered: error });
  return data.map(session => {
    const { starttime, endtime, energy, postalcode, ...others } = byPlainName(session as object);
    return parsed(SESSION, { ...others, startTime: starttime, endTime: endtime, energyKwh: energy, postalCode: postalcode });
  });
}

/**
 * Parses the metadata of a brand.
 * @throws UpstreamFailure if the response is not a JSON object
 */
export function readMetadata(body: Buffer): UpstreamMetadata {
  const answer = readJson(body) as Record<string, unknown>;
  const { colors } = objectIn(objectIn(answer).paymentData) as { colors?: unknown };
  const { primary, secondary } = objectIn(colors);
  return parsed(METADATA, { ...answer, primary, secondary });
}

function readJson(body: Buffer): unknown {
  let answer: unknown;
  try {
    answer = JSON.parse(body.toString('utf8'));
  } catch {
    throw new UpstreamFailure('not JSON');
  }
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) throw new UpstreamFailure('another shape');
  return answer;
}

function parsed<T>(schema: joi.ObjectSchema<T>, input: unknown): T {
  const { value, error } = schema.validate(input, { stripUnknown: true });
  if (error) throw new UpstreamFailure('another shape');
  return value;
}

const objectIn = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** Normalises field names, so that `postal_code` and `postalCode` are the same field. */
const byPlainName = (fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.replaceAll('_', '').toLowerCase(), value]));
