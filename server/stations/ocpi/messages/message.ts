import type Joi from 'joi';
import { pathBelow } from '../../../core/formats/faults.ts';

export const OCPI_VERSIONS = ['2.3.0', '2.2.1'] as const;
/** The versions spoken here, the better one first. */
export type OcpiVersion = (typeof OCPI_VERSIONS)[number];

/** How peers differ from the standard without harm. Counted per connection, so that its operator can be told. */
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

/** Where a message departs from the standard: a JSON path and the reason, as the peer may read it. */
export interface MessageFault {
  path: string;
  reason: string;
}

export type Reading<T> =
  | { isValid: true; value: T; quirks: readonly Quirk[] }
  | { isValid: false; faults: readonly MessageFault[]; quirks: readonly Quirk[] };

/** What the parts of a schema are told while they read. */
export interface ReadingContext {
  version: OcpiVersion;
  quirks: Set<Quirk>;
}

interface ReadMessageOptions<T> {
  schema: Joi.Schema<T>;
  /** Parsed JSON, from `readJson`. */
  message: unknown;
  version: OcpiVersion;
}

/** Texts stay texts and numbers stay numbers: "0.59" as a price is not guessed at. */
const OPTIONS = { abortEarly: false, convert: false, stripUnknown: true, errors: { label: false } } as const;

/** A message of a peer in our values, or every fault with its place. Unknown fields are left out, on both versions. */
export function readMessage<T>({ schema, message, version }: ReadMessageOptions<T>): Reading<T> {
  const quirks = new Set<Quirk>();
  const context: ReadingContext = { version, quirks };
  const { value, error } = schema.validate(withoutAbsent(message, quirks), { ...OPTIONS, context });
  if (error === undefined) return { isValid: true, value, quirks: [...quirks] };
  const faults = error.details.map(({ path, message: reason }) => ({ path: pathBelow('$', path), reason }));
  return { isValid: false, faults, quirks: [...quirks] };
}

/** Several back ends write null or '' for what they leave out; `#NA` is the standard's own word for it (OCPI 2.2.1 §10.4.2). */
function withoutAbsent(part: unknown, quirks: Set<Quirk>): unknown {
  if (Array.isArray(part)) return part.map(each => withoutAbsent(each, quirks));
  if (typeof part !== 'object' || part === null) return part;
  const present = Object.entries(part).filter(([, value]) => value !== null && value !== '' && value !== '#NA');
  if (present.length < Object.keys(part).length) quirks.add('null or empty text');
  return Object.fromEntries(present.map(([key, value]) => [key, withoutAbsent(value, quirks)]));
}
/** OCPI's CiString: identifiers are compared without case, and sent back in the peer's own. */
export const isSameId = (a: string, b: string): boolean => a.toUpperCase() === b.toUpperCase();
