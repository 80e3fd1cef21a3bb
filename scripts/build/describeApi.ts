import { createGenerator } from 'ts-json-schema-generator';
import { ACTS } from '../../server/staff/acts/acts.ts';
import type { ActName } from '../../shared/console/acts.ts';
import { API_PATH, API_PROBLEMS, type Api } from '../../shared/console/api.ts';
import { isAuditedAct } from '../../shared/console/audit.ts';
import { scopeOfAct } from '../../shared/console/tokens.ts';

/** The parts of a JSON schema that this file reads. */
interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  enum?: readonly string[];
  const?: string;
  description?: string;
  anyOf?: readonly Schema[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  [key: string]: unknown;
}
type Operation = Readonly<Record<string, unknown>>;
type Paths = Record<string, Record<string, Operation>>;

/** Paths of actions: the field of an action that names its object, and the path of such objects. */
const OBJECTS = {
  number: '/sessions',
  attention: '/overview/attention',
  tariff: '/tariffs',
  point: '/points',
  identity: '/stations',
  name: '/stations/connections',
  report: '/points/faults',
  webhook: '/webhooks',
} as const;

/** Limits of the values of actions, by the name of the field. */
const LIMITS: Readonly<Record<string, Schema>> = {
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
const TEXT = { maxLength: MAX_TEXT, pattern: '^[^\\u0000]*$' };
const INSTANT = { pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?(Z|[+-]\\d{2}:\\d{2})$' };
const MAX_ENTRIES = 200;

/** Describes the API as an OpenAPI 3.1 document. */
export function describeApi(): Schema {
  const generator = createGenerator({
    ...{ path: 'shared/console/api.ts', tsconfig: 'tsconfig.json', type: 'Api' },
    ...{ skipTypeCheck: true, additionalProperties: false, topRef: false },
  });
  const { definitions = {}, properties = {} } = renamed(generator.createSchema('Api') as object);
  const schemas = definitions as Record<string, Schema>;
  const resolve = (schema: Schema): Schema => (schema.$ref ? resolve(schemas[nameOf(schema.$ref)] ?? {}) : schema);
  const partsOf = (name: keyof Api) => Object.entries(resolve(properties[name] ?? {}).properties ?? {});
  const { act = {}, done = {}, preview = {} } = Object.fromEntries(partsOf('acts'));
  const paths: Paths = {};
  for (const [at, read] of partsOf('reads')) {
    const { query = {}, answer: body = {} } = resolve(read).properties ?? {};
    const content = { 'application/json': { schema: body } };
    paths[at] = { get: readOperation(at, { summary: read.description, query: resolve(query), content }) };
  }
  for (const [at, query] of partsOf('files'))
    paths[at] = { get: readOperation(at, { summary: query.description, query: resolve(query), content: FILES }) };
  for (const member of membersOf(act, resolve))
    for (const does of wordsOf(member.properties?.does)) addAct(paths, { does, member, answers: [done, preview] });
  const used = reachable(paths, schemas);
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: 'Operator API',
      version: '1',
      description:
        'Reads and actions of staff for programs of the operator. docs/contracts/api.md has the rules for all operations.',
      license: { name: 'All rights reserved', identifier: 'LicenseRef-all-rights-reserved' },
    },
    servers: [{ url: API_PATH }],
    security: [{ token: [] }],
    tags: [...new Set(Object.keys(paths).map(tagOf))].map(name => ({ name })),
    paths: Object.fromEntries(Object.entries(paths).sort(([one], [other]) => (one < other ? -1 : 1))),
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      responses: { Problem: PROBLEM },
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY, Preview: PREVIEW, IfMatch: IF_MATCH },
      schemas: answered(used),
    },
  };
}

const FILES = Object.fromEntries(
  ['text/csv', 'application/zip', 'text/plain'].map(type => [type, { schema: { type: 'string' } }]),
);

const tagOf = (at: string): string => at.split('/')[1] ?? '';
const nameOf = (ref: string): string => ref.split('/').at(-1) ?? '';
const wordsOf = (schema: Schema | undefined): readonly string[] =>
  schema?.enum ?? (schema?.const === undefined ? [] : [schema.const]);

/** Returns all members of a union, also those of unions within the union. */
function membersOf(schema: Schema, resolve: (schema: Schema) => Schema): readonly Schema[] {
  const found = resolve(schema);
  return found.anyOf ? found.anyOf.flatMap(member => membersOf(member, resolve)) : [found];
}

/** Renames schemas whose names OpenAPI does not allow: 'Listed<SessionLine>' becomes 'Listed.SessionLine'. */
function renamed(schema: object): Schema {
  const nameIn = (name: string): string =>
    decodeURIComponent(name)
      .replace(/[<,]/g, '.')
      .replace(/[^\w.-]/g, '');
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
    if (key === '$ref') return `#/components/schemas/${nameIn(nameOf(String(value)))}`;
    if (key === 'definitions')
      return Object.fromEntries(Object.entries(Object(value) as object).map(([name, each]) => [nameIn(name), each as unknown]));
    return value;
  }) as Schema;
}

/** Returns the schemas that the paths use, directly or through other schemas, and the schema of problems. */
function reachable(paths: Paths, schemas: Readonly<Record<string, Schema>>): Record<string, Schema> {
  const used = new Set<string>();
  const visit = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      visit(schemas[name] ?? {});
    }
  };
  visit([paths, { $ref: '#/components/schemas/ApiProblem' }]);
  return Object.fromEntries([...used].sort().map(name => [name, schemas[name] ?? {}]));
}

const INTEGER = /(?:Minor|Micro|energyWh|^number|^id|^version|^status|^sessions)$/;
const TIME = /At$/;

/**
 * Returns the schemas of answers. Amounts and ids are integers, and an object may have further fields, because later versions of
 * the app add fields.
 */
function answered(schemas: Readonly<Record<string, Schema>>): Record<string, Schema> {
  const whole = (type: string): string => (type === 'number' ? 'integer' : type);
  const typed = (name: string, schema: Schema): Schema => {
    const { type } = schema;
    if (type === undefined) return schema;
    if (INTEGER.test(name)) return { ...schema, type: typeof type === 'string' ? whole(type) : type.map(whole) };
    return TIME.test(name) && type.includes('string') ? { ...schema, format: 'date-time' } : schema;
  };
  return JSON.parse(JSON.stringify(schemas), (key, value: unknown) => {
    if (key === 'additionalProperties' && value === false) return undefined;
    if (key !== 'properties') return value;
    return Object.fromEntries(
      Object.entries(Object(value) as Record<string, Schema>).map(([name, each]) => [name, typed(name, each)]),
    );
  }) as Record<string, Schema>;
}

/** Path parameters of a path: '/sessions/{number}' has the parameter `number`. */
const pathParameters = (at: string) =>
  [...at.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    ...{ name, in: 'path', required: true },
    schema: LIMITS[name] ?? { type: 'string', minLength: 1, ...TEXT },
  }));

interface DescribedRead {
  /** Comment of the path in `ApiReads` or `ApiFiles`. */
  summary: string | undefined;
  query: Schema;
  content: object;
}

function readOperation(at: string, { summary = '', query, content }: DescribedRead): Operation {
  const parameters = Object.entries(query.properties ?? {}).map(([name, { description, ...schema }]) => ({
    ...{ name, in: 'query', required: query.required?.includes(name) ?? false },
    ...(description === undefined ? {} : { description }),
    schema: limited(name, schema),
  }));
  return {
    operationId: `get-${at.slice(1).replaceAll(/[{}]/g, '').replaceAll('/', '-')}`,
    summary: summary.replace(/\.$/, ''),
    tags: [tagOf(at)],
    'x-scope': `${tagOf(at)}:read`,
    parameters: [...pathParameters(at), ...parameters],
    responses: { 200: { description: 'Done', content }, ...PROBLEMS },
  };
}

interface DescribedAct {
  does: string;
  member: Schema;
  /** The answer of an action that is done, and that of a preview. */
  answers: readonly Schema[];
}

function addAct(paths: Paths, { does, member, answers }: DescribedAct): void {
  const scope = isAuditedAct(does) ? scopeOfAct(does) : null;
  const { does: _, ...fields } = member.properties ?? {};
  const key = Object.keys(OBJECTS).find((name): name is keyof typeof OBJECTS => Object.hasOwn(fields, name));
  if (scope === null || key === undefined) return;
  const { [key]: __, ...body } = fields;
  const at = `${OBJECTS[key]}/{${key}}/${does}`;
  // A person confirms or changes only the prices that the program has read.
  const seen = key === 'tariff' ? ['revision'] : [];
  const required = [...(member.required ?? []), ...seen].filter(name => name !== 'does' && name !== key);
  const properties = Object.fromEntries(Object.entries(body).map(([name, schema]) => [name, limited(name, schema)]));
  const schema = { type: 'object', properties, required, additionalProperties: false };
  const needsVersion = scope === 'money:write' && key === 'number';
  const done = { content: { 'application/json': { schema: { anyOf: answers } } } };
  paths[at] = {
    post: {
      operationId: does,
      summary: ACTS[does as ActName].command?.does ?? does,
      tags: [tagOf(at)],
      'x-scope': scope,
      parameters: [
        ...pathParameters(at),
        ...['IdempotencyKey', 'Preview', ...(needsVersion ? ['IfMatch'] : [])].map(parameterRef),
      ],
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: {
        200: { description: 'Done, or the preview', ...done },
        202: { description: 'Waits for a second person', ...done },
        ...PROBLEMS,
      },
    },
  };
}

const parameterRef = (name: string) => ({ $ref: `#/components/parameters/${name}` });
const IDEMPOTENCY_KEY = {
  ...{ name: 'Idempotency-Key', in: 'header', required: false },
  description: 'Names this action. A second request with the same key and body does nothing. Required unless `preview` is true.',
  schema: { type: 'string', pattern: '^[!-~]{1,64}$' },
};
const PREVIEW = {
  ...{ name: 'preview', in: 'query', required: false },
  description: 'True: the answer says what the action would do, and nothing is done.',
  schema: { type: 'string', enum: ['true', 'false'] },
};
const IF_MATCH = {
  ...{ name: 'If-Match', in: 'header', required: false },
  description:
    'The ETag with which the session was read. The action is refused if the session has changed. Required unless `preview` is true.',
  schema: { type: 'string', pattern: '^"\\d{1,15}"$' },
};

/** Fields with a time and its zone, by their names. */
const INSTANTS = new Set(['until', 'endedAt']);

/** Adds the limits of a field, so that a request with an impossible value is refused before the action. */
function limited(name: string, schema: Schema): Schema {
  const limit = LIMITS[name];
  if (schema.anyOf) return { ...schema, anyOf: schema.anyOf.map(member => limited(name, member)) };
  if (limit && schema.type === 'number') return { ...schema, ...limit };
  if (limit && Array.isArray(schema.type)) return { ...schema, ...limit, type: ['integer', 'null'] };
  const isText = schema.type?.includes('string') && !schema.enum && schema.const === undefined;
  if (isText) return { ...schema, ...TEXT, ...(INSTANTS.has(name) ? INSTANT : {}) };
  if (schema.type === 'array') return { ...schema, maxItems: MAX_ENTRIES };
  return schema;
}

/** Every other status has a problem as its body. */
const PROBLEM = {
  description: Object.entries(API_PROBLEMS)
    .map(([code, status]) => `${status} ${code}`)
    .join(', '),
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/ApiProblem' } } },
};
const PROBLEM_REF = { $ref: '#/components/responses/Problem' };
const PROBLEMS = { '4XX': PROBLEM_REF, '5XX': PROBLEM_REF };
