import type Joi from 'joi';
import { pathBelow } from '../../../core/formats/faults.ts';

export const OCPI_VERSIONS = ['2.3.0', '2.2.1'] as const;
/** The OCPI versions that the app supports, the preferred one first. */
export type OcpiVersion = (typeof OCPI_VERSIONS)[number];

/** Harmless deviations from OCPI. They are counted per connection and shown to staff. */
export type Quirk =
  | 'credentials role left out'
  | 'empty list of connectors'
  | 'field missing'
  | 'field unreadable'
  | 'field of another version'
  | 'message is not a list'
  | 'missing tax_included'
  | 'missing timeout'
  | 'null or empty text'
  | 'number for a text'
  | 'period without dimensions'
  | 'price of another version'
  | 'step size of zero'
  | 'time with an offset'
  | 'time without zone'
  | 'token without party'
  | 'too long an identifier'
  | 'unreadable cost of a session'
  | 'unreadable period of a session';

/** A violation of OCPI: a JSON path, and a reason that is sent to the CPO platform. */
export interface MessageFault {
  path: string;
  reason: string;
}

export type Reading<T> =
  | { isValid: true; value: T; quirks: readonly Quirk[] }
  | { isValid: false; faults: readonly MessageFault[]; quirks: readonly Quirk[] };

/** Context of a schema's custom validators: the OCPI version, and the set to which they add harmless deviations. */
export interface ReadingContext {
  version: OcpiVersion;
  quirks: Set<Quirk>;
}

interface ReadMessageOptions<T> {
  schema: Joi.Schema<T>;
  /** Parsed JSON, as returned by `readJson`. */
  message: unknown;
  version: OcpiVersion;
}

/** Types are not converted: a price that is sent as the text "0.59" is an error. */
const OPTIONS = { abortEarly: false, convert: false, stripUnknown: true, errors: { label: false } } as const;

/**
 * Validates a message of a CPO platform and converts its values. Unknown fields are left out.
 * @returns the value, or all errors with their paths
 */
export function readMessage<T>({ schema, message, version }: ReadMessageOptions<T>): Reading<T> {
  const quirks = new Set<Quirk>();
  const context: ReadingContext = { version, quirks };
  const { value, error } = schema.validate(withoutAbsent(message, quirks), { ...OPTIONS, context });
  if (error === undefined) return { isValid: true, value, quirks: [...quirks] };
  const faults = error.details.map(({ path, message: reason }) => ({ path: pathBelow('$', path), reason }));
  return { isValid: false, faults, quirks: [...quirks] };
}

/**
 * Removes fields with null, '' or `#NA`, which is OCPI's value for "not available" (OCPI 2.2.1 §10.4.2). Several CPO platforms
 * send null or '' for optional fields.
 */
function withoutAbsent(part: unknown, quirks: Set<Quirk>): unknown {
  if (Array.isArray(part)) return part.map(each => withoutAbsent(each, quirks));
  if (typeof part !== 'object' || part === null) return part;
  const present = Object.entries(part).filter(([, value]) => value !== null && value !== '' && value !== '#NA');
  if (present.length < Object.keys(part).length) quirks.add('null or empty text');
  return Object.fromEntries(present.map(([key, value]) => [key, withoutAbsent(value, quirks)]));
}
/** Compares ids without case, as OCPI's type CiString requires. */
export const isSameId = (a: string, b: string): boolean => a.toUpperCase() === b.toUpperCase();
