import { Ajv2020 } from 'ajv/dist/2020.js';
import { DESCRIPTION, listOperations } from '../../server/http/operatorApi/description.ts';
import { API_PATH } from '../../shared/console/api.ts';
import type { Scope } from '../../shared/console/tokens.ts';

/** An answer of the API. The client has checked that the answer is described. */
export interface ApiAnswer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of many types, and the client checks them
  body: any;
  text: string;
}

const isInstant = (text: string): boolean => /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text);

/** The description without room for further fields, so that a field that is not described fails. */
const CLOSED = JSON.parse(JSON.stringify(DESCRIPTION), (_, value: unknown) =>
  value !== null && typeof value === 'object' && 'properties' in value && 'type' in value
    ? { ...value, additionalProperties: false }
    : value,
) as typeof DESCRIPTION;
const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { 'date-time': isInstant } }).addSchema(CLOSED, 'api');
const OPERATIONS = listOperations().map(operation => ({
  ...operation,
  form: new RegExp(`^${operation.at.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

type Described = Readonly<Record<string, Readonly<Record<string, { responses: object }>>>>;
/** True if the description of the operation has this status. */
const hasStatus = (at: string, method: string, status: number): boolean =>
  Object.hasOwn((DESCRIPTION.paths as Described)[at]?.[method]?.responses ?? {}, status);

/** Throws an error if the description of the API does not have this answer. */
function expectDescribed(method: string, path: string, { status, headers, body }: ApiAnswer): void {
  const type = (headers.get('content-type') ?? '').split(';')[0] ?? '';
  const [at = ''] = path.split('?');
  const found = OPERATIONS.find(operation => operation.method === method && operation.form.test(at));
  const isProblem = status >= 400;
  if (!isProblem && !found) throw new Error(`The description has no ${method} ${path}`);
  if (found && !hasStatus(found.at, method, status)) throw new Error(`The description of ${path} has no status ${status}`);
  if (type !== 'application/json' && !isProblem) {
    const escaped = `${found?.at}`.replaceAll('/', '~1');
    if (!ajv.getSchema(encodeURI(`api#/paths/${escaped}/${method}/responses/200/content/${type.replace('/', '~1')}/schema`)))
      throw new Error(`The description of ${path} has no ${type}`);
    return;
  }
  if (isProblem && type !== 'application/problem+json') throw new Error(`${status} of ${path} is ${type}`);
  const schema = isProblem
    ? 'api#/components/schemas/ApiProblem'
    : encodeURI(`api#/paths/${found?.at.replaceAll('/', '~1')}/${method}/responses/${status}/content/application~1json/schema`);
  const validate = ajv.compile({ $ref: schema });
  if (!validate(body)) throw new Error(`${method} ${path}: ${JSON.stringify(validate.errors?.slice(0, 3))}`);
}

/** Creates a program that uses the API with a token. Null: the program has no token. */
export function createApiClient(origin: string, secret: string | null) {
  const send = async (method: 'get' | 'post', path: string, init: RequestInit & { headers?: Record<string, string> } = {}) => {
    const authorization: Record<string, string> = secret === null ? {} : { Authorization: `Bearer ${secret}` };
    const response = await fetch(origin + API_PATH + path, {
      ...init,
      method: method.toUpperCase(),
      headers: { ...authorization, ...init.headers },
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    const answer: ApiAnswer = {
      ...{ status: response.status, headers: response.headers, text },
      body: isJson ? JSON.parse(text) : null,
    };
    expectDescribed(method, path, answer);
    return answer;
  };
  return {
    get: (path: string) => send('get', path),
    post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      send('post', path, { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json', ...headers } }),
  };
}
export type ApiClient = ReturnType<typeof createApiClient>;

/** Replaces the last character of a secret by another one. */
export const mistyped = (secret: string): string => secret.slice(0, -1) + (secret.endsWith('_') ? '-' : '_');

interface AddedToken {
  name?: string;
  scopes: readonly Scope[];
  brand?: string;
  /** The limits as typed on the command line. */
  networks?: string;
  'max-refund'?: string;
  who?: string;
}

/** Adds a token with the command line from afar. Returns its id and secret. */
export async function addToken(
  origin: string,
  commandToken: string,
  { name = 'ERP', who = 'Petra Lindqvist', scopes, ...limits }: AddedToken,
): Promise<{ id: string; secret: string }> {
  const response = await fetch(`${origin}/operator-api/${encodeURIComponent('token add')}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${commandToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ options: { name, scopes: scopes.join(','), who, ...limits } }),
  });
  const output = (await response.json()) as { data: { id: string; secret: string }; error?: string };
  if (!response.ok) throw new Error(output.error);
  return output.data;
}
