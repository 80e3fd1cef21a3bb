import Joi from 'joi';
import { readAmountMinor } from '../../../shared/forms/receiptSearch.ts';

/** One input value of an action or a query, as parsed from the command line. */
export interface Field {
  /** The argument as the usage text shows it: '--amount 5.00', '[--all]', '<id>', '[--party DE*CPO]…', '[--[no-]send-nulls]'. */
  typed: string;
  schema: Joi.Schema;
  /** Name of the option without the dashes. Null for a positional argument. */
  option: string | null;
  /** Whether the option is a flag, which takes no value. */
  isSwitch: boolean;
  isMultiple: boolean;
}
export type Fields = Readonly<Record<string, Field>>;

/**
 * Creates a field.
 * @param typed the argument as the usage text shows it
 * @param fault error message for every value that the schema rejects
 */
export function field(typed: string, schema: Joi.Schema, fault?: string): Field {
  const option = /--(?:\[no-\])?([a-z-]+)/.exec(typed)?.[1] ?? null;
  return {
    ...{ typed, option },
    schema: fault === undefined ? schema : schema.error(() => new RangeError(fault)),
    isSwitch: option !== null && !/--\S+ [^|\]]/.test(typed),
    isMultiple: option !== null && typed.endsWith('…'),
  };
}

/**
 * Validates the options of a command and returns the values by field name. Unknown options are ignored.
 * @throws RangeError if a value is invalid
 */
export function readFields(fields: Fields, options: Readonly<Record<string, string | undefined>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { schema, option }]) => {
      const { value, error } = schema.validate(options[option ?? name]);
      if (error) throw error;
      return value === undefined ? [] : [[name, value as unknown]];
    }),
  );
}

/** Returns a schema that parses the typed text with `read`. If `read` returns null, the value is invalid. */
export const parsed = (read: (typed: string) => unknown): Joi.Schema =>
  Joi.any().custom((typed: string) => {
    const value = read(typed);
    if (value === null) throw new RangeError('unreadable');
    return value;
  });

/** Reads an integer above 0. @returns null for other text, and for a number above `max` */
export const positiveInteger = (typed: string, max: number): number | null =>
  /^[1-9]\d*$/.test(typed.trim()) && Number(typed) <= max ? Number(typed) : null;

const OPTIONAL_TEXT = Joi.string().trim().allow('').default('');
export const WITHOUT_REASON = 'Missing --reason. It is stored in the audit log.';

export const IDENTITY = field('<identity>', Joi.string().required(), 'Missing identity of the station.');

export const REASON = field('--reason "…"', Joi.string().trim().required(), WITHOUT_REASON);
/**
 * Optional in the schema, because the action itself checks for a missing reason. Its refusal is then recorded in the audit log.
 */
export const CHECKED_REASON = field('--reason "…"', OPTIONAL_TEXT);
export const OPTIONAL_REASON = field('[--reason "…"]', OPTIONAL_TEXT);

export const textField = (typed: string): Field => field(typed, OPTIONAL_TEXT);

/**
 * Parses a transaction number, which may contain spaces as on a receipt.
 * @returns 0 if the text is not a number; no session has the number 0
 */
export const readTransaction = (typed: string): number => {
  const digits = typed.replace(/\s/g, '');
  return /^\d{1,15}$/.test(digits) ? Number(digits) : 0;
};
export const TRANSACTION = field('--transaction <number>', parsed(readTransaction).default(0));

/** Creates a field for an amount in minor units, at least `minMinor`. */
export const amount = (typed: string, fault: string, minMinor = 0): Field => {
  const schema = parsed(value => {
    const minor = readAmountMinor(value);
    return minor === null || minor < minMinor ? null : minor;
  });
  return field(typed, typed.startsWith('[') ? schema : schema.required(), fault);
};

/** Energy, typed in kilowatt-hours and converted to whole watt-hours. Null: the option is absent. */
export const ENERGY = field(
  '[--energy 12.345]',
  parsed(typed =>
    /^\d{1,4}([.,]\d{1,3})?$/.test(typed.trim()) ? Math.round(Number(typed.trim().replace(',', '.')) * 1000) : null,
  ).default(null),
  'Invalid energy. Use kilowatt-hours such as 12.345.',
);

/** End of charging, as an ISO time with a time zone; without a zone the time would be ambiguous. Null: the option is absent. */
export const ENDED = field(
  '[--ended 2026-05-04T18:40Z]',
  parsed(typed =>
    /T.*(Z|[+-]\d{2}:\d{2})$/.test(typed.trim()) && !Number.isNaN(Date.parse(typed))
      ? new Date(typed.trim()).toISOString()
      : null,
  ).default(null),
  'Invalid time. Use a time with its zone such as 2026-05-04T18:40Z.',
);

/**
 * Creates a field for the number of entries to list.
 * @param usual the default
 */
export const limit = (usual: number, max = Number.POSITIVE_INFINITY): Field =>
  field(
    `[--limit ${usual}]`,
    parsed(typed => {
      const count = positiveInteger(typed, 999_999_999);
      return count && Math.min(count, max);
    }).default(usual),
    'Invalid number. Use a whole number above 0.',
  );

/** Creates an optional field that accepts only the given words. */
export const oneOf = (name: string, words: readonly string[]): Field => ({
  ...field(`[--${name} ${words.join('|')}]`, Joi.valid(...words)),
  schema: Joi.valid(...words).error(
    ([fault]) => new RangeError(`Unknown value ${fault?.local.value}. Use one of: ${words.join(', ')}.`),
  ),
});
