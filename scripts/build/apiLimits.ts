/** The parts of a JSON schema that the description of the API reads. */
export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  enum?: readonly string[];
  const?: string;
  description?: string;
  anyOf?: readonly Schema[];
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  [key: string]: unknown;
}

/** Limits of the values of actions, by the name of the field. */
export const LIMITS: Readonly<Record<string, Schema>> = {
  number: { type: 'integer', minimum: 1, maximum: 999_999_999_999_999 },
  attention: { type: 'integer', minimum: 1, maximum: 999_999_999_999_999 },
  amountMinor: { type: 'integer', minimum: 1, maximum: 99_999_999 },
  energyWh: { type: 'integer', minimum: 0, maximum: 9_999_999 },
  days: { type: 'integer', minimum: 1 },
  before: { type: 'integer', minimum: 1, maximum: 999_999_999_999_999 },
  minutes: { type: 'integer', minimum: 1, maximum: 100_000 },
  delivery: { type: 'integer', minimum: 1, maximum: 999_999_999_999_999 },
};
const MAX_TEXT = 1000;
/** PostgreSQL cannot store the character U+0000. */
export const TEXT = { maxLength: MAX_TEXT, pattern: '^[^\\u0000]*$' };
const INSTANT = { pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?(Z|[+-]\\d{2}:\\d{2})$' };
const MAX_ENTRIES = 200;

/** Fields with a time and its zone, by their names. */
const INSTANTS = new Set(['until', 'endedAt']);

/** Adds the limits of a field, so that a request with an impossible value is refused before the action. */
export function limited(name: string, schema: Schema): Schema {
  const limit = LIMITS[name];
  if (schema.anyOf) return { ...schema, anyOf: schema.anyOf.map(member => limited(name, member)) };
  if (limit && schema.type === 'number') return { ...schema, ...limit };
  if (limit && Array.isArray(schema.type)) return { ...schema, ...limit, type: ['integer', 'null'] };
  const isText = schema.type?.includes('string') && !schema.enum && schema.const === undefined;
  if (isText) return { ...schema, ...TEXT, ...(INSTANTS.has(name) ? INSTANT : {}) };
  if (schema.type === 'array') return { ...schema, items: limited('', schema.items ?? {}), maxItems: MAX_ENTRIES };
  return schema;
}
