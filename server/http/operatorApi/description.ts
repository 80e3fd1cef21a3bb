import { Ajv2020, type AnySchemaObject, type ErrorObject } from 'ajv/dist/2020.js';
import type { ApiProblem } from '../../../shared/console/api.ts';
import type { Scope } from '../../../shared/console/tokens.ts';
// Generated from shared/console/api.ts by `npm run openapi`.
import description from './openapi.json' with { type: 'json' };

/** The description of the API: OpenAPI 3.1. */
export const DESCRIPTION: Readonly<typeof description> = description;

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: AnySchemaObject;
}

/** One operation of the API, as the description has it. */
export interface ApiOperation {
  method: 'get' | 'post';
  /** Path below `API_PATH` with parameters in braces. */
  at: string;
  /** Name of the operation, which generated clients give to their functions. */
  id: string;
  /** Last part of the path: of an action its name, as the audit log has it. */
  does: string;
  scope: Scope;
  /** True if the action needs the version of the session that the caller has read. */
  needsVersion: boolean;
  /** Validates values and converts texts in paths and queries to numbers. Returns what is wrong, or an empty list. */
  check(part: 'path' | 'query' | 'body', values: object): NonNullable<ApiProblem['errors']>;
}

const ids = { base: 'api', part: (...parts: readonly string[]) => `api#/${parts.map(escaped).join('/')}` };
const escaped = (part: string): string => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

/** Other words than those of JSON Schema are allowed, such as `x-scope`. */
const OPTIONS = { strict: false, allErrors: true, formats: { 'date-time': true } } as const;
/** Maximum number of wrong values that an answer names. */
const MAX_FAULTS = 20;

/** Lists all operations, in the order in which a router must try their paths. */
export function listOperations(): readonly ApiOperation[] {
  const strict = new Ajv2020(OPTIONS).addSchema(description, ids.base);
  const coercing = new Ajv2020({ ...OPTIONS, coerceTypes: true }).addSchema(description, ids.base);
  return Object.entries(description.paths).flatMap(([at, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const parameters = (operation.parameters as readonly (Parameter | { $ref: string })[]).map(named);
      const isSentIn = (place: string) => (parameter: Parameter) => parameter.in === place;
      const objectOf = (place: string) => schemaOf(parameters.filter(isSentIn(place)));
      const body = ids.part('paths', at, method, 'requestBody', 'content', 'application/json', 'schema');
      const schemas = { path: objectOf('path'), query: objectOf('query'), body: { $ref: body } };
      return {
        ...{ method: method as 'get' | 'post', at, id: operation.operationId, scope: operation['x-scope'] as Scope },
        does: at.slice(at.lastIndexOf('/') + 1),
        needsVersion: parameters.some(({ name }) => name === 'If-Match'),
        check(part: 'path' | 'query' | 'body', values: object) {
          const validate = (part === 'body' ? strict : coercing).compile(schemas[part]);
          return validate(values) ? [] : (validate.errors ?? []).slice(0, MAX_FAULTS).map(faultOf);
        },
      };
    }),
  );
}

/** Returns a parameter itself, or the parameter that a reference names. */
const named = (parameter: Parameter | { $ref: string }): Parameter => {
  if (!('$ref' in parameter)) return parameter;
  const name = parameter.$ref.split('/').at(-1) as keyof typeof description.components.parameters;
  return description.components.parameters[name];
};

const schemaOf = (parameters: readonly Parameter[]): AnySchemaObject => ({
  type: 'object',
  properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, absolute(schema)])),
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
  additionalProperties: false,
});

/** Returns a schema whose references also work outside of the description. */
const absolute = (schema: AnySchemaObject): AnySchemaObject =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/')) as AnySchemaObject;

const faultOf = ({ instancePath, message = 'is not valid', params }: ErrorObject) => {
  const { additionalProperty } = params as { additionalProperty?: string };
  return { pointer: instancePath, detail: additionalProperty === undefined ? message : `${message}: ${additionalProperty}` };
};
