import { createGenerator } from 'ts-json-schema-generator';
import { ACTS } from '../../server/staff/acts/acts.ts';
import type { ActName } from '../../shared/console/acts.ts';
import { API_PATH, type Api, type ApiFile, type ApiRead } from '../../shared/console/api.ts';
import { isAuditedAct } from '../../shared/console/audit.ts';
import { scopeOfAct } from '../../shared/console/tokens.ts';
import { LIMITS, limited, type Schema, TEXT } from './apiLimits.ts';
import {
  filesOf,
  HEADERS,
  headerRef,
  MAY_BE_MISSING,
  nameOfAct,
  PARAMETERS,
  parameterRef,
  problems,
  READ_NAMES,
  REFUSED_FILES,
  RESPONSES,
} from './apiParts.ts';

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

/** Paths of actions that have no single object. */
const COLLECTIONS: Readonly<Record<string, string>> = {
  'add-stations': '/stations',
  'add-webhook': '/webhooks',
  'revert-import': '/tariffs',
};

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
    const hasVersion = Object.hasOwn(resolve(body).properties ?? {}, 'version');
    const headers = hasVersion ? { headers: { ETag: headerRef('ETag') } } : {};
    const answer = { description: 'Done', ...headers, content };
    paths[at] = { get: readOperation(at as ApiRead, { summary: read.description, query: resolve(query), answer }) };
  }
  for (const [at, query] of partsOf('files')) {
    const answer = { description: 'Done', content: filesOf(at as ApiFile) };
    paths[at] = { get: readOperation(at as ApiFile, { summary: query.description, query: resolve(query), answer }) };
  }
  for (const member of membersOf(act, resolve))
    for (const does of wordsOf(member.properties?.does)) addAct(paths, { does, member, done, preview });
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
      responses: RESPONSES,
      headers: HEADERS,
      parameters: PARAMETERS,
      schemas: answered(used),
    },
  };
}

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
  answer: object;
}

function readOperation(at: ApiRead | ApiFile, { summary = '', query, answer }: DescribedRead): Operation {
  const parameters = Object.entries(query.properties ?? {}).map(([name, { description, ...schema }]) => ({
    ...{ name, in: 'query', required: query.required?.includes(name) ?? false },
    ...(description === undefined ? {} : { description }),
    schema: limited(name, schema),
  }));
  const refusals = REFUSED_FILES.includes(at) ? (['not-possible'] as const) : [];
  const missing = at.includes('{') || MAY_BE_MISSING.includes(at) ? (['not-found'] as const) : [];
  return {
    operationId: READ_NAMES[at],
    summary: summary.replace(/\.$/, ''),
    tags: [tagOf(at)],
    'x-scope': `${tagOf(at)}:read`,
    parameters: [...pathParameters(at), ...parameters],
    responses: { 200: answer, ...problems(...missing, ...refusals) },
  };
}

interface DescribedAct {
  does: string;
  member: Schema;
  /** The answer of an action that is done. */
  done: Schema;
  preview: Schema;
}

function addAct(paths: Paths, { does, member, done, preview }: DescribedAct): void {
  const scope = isAuditedAct(does) ? scopeOfAct(does) : null;
  const { does: _, ...fields } = member.properties ?? {};
  const key = Object.keys(OBJECTS).find((name): name is keyof typeof OBJECTS => Object.hasOwn(fields, name));
  const path = key === undefined ? COLLECTIONS[does] : `${OBJECTS[key]}/{${key}}`;
  if (scope === null || path === undefined) return;
  const at = `${path}/${does}`;
  const body = Object.fromEntries(Object.entries(fields).filter(([name]) => name !== key));
  // A person confirms or changes only the prices that the program has read.
  const seen = key === 'tariff' ? ['revision'] : [];
  const required = [...(member.required ?? []), ...seen].filter(name => name !== 'does' && name !== key);
  const properties = Object.fromEntries(Object.entries(body).map(([name, schema]) => [name, limited(name, schema)]));
  const schema = { type: 'object', properties, required, additionalProperties: false };
  const needsVersion = scope === 'money:write' && key === 'number';
  const answer = (schema: Schema) => ({
    headers: { 'Idempotency-Replayed': headerRef('IdempotencyReplayed') },
    content: { 'application/json': { schema } },
  });
  const refusals = [
    'not-possible',
    ...(needsVersion ? (['changed', 'version-missing'] as const) : []),
    ...(key === 'tariff' ? (['changed'] as const) : []),
    ...(does === 'add-connection' ? (['partner-failed'] as const) : []),
  ] as const;
  paths[at] = {
    post: {
      operationId: nameOfAct(does),
      summary: ACTS[does as ActName].command?.does ?? does,
      tags: [tagOf(at)],
      'x-scope': scope,
      parameters: [
        ...pathParameters(at),
        ...[parameterRef('IdempotencyKey'), parameterRef('Preview'), ...(needsVersion ? [parameterRef('IfMatch')] : [])],
      ],
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: {
        200: { description: 'Done, or the preview', ...answer({ anyOf: [done, preview] }) },
        202: { description: 'Waits for a second person', ...answer(done) },
        ...problems(...refusals),
      },
    },
  };
}
