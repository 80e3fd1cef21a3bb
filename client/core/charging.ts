import { type Charging, ENDPOINTS } from '../../shared/charging/charging.ts';
import { FORM_TOKEN_PATH } from '../../shared/charging/paths.ts';
import { type FieldErrors, PROBLEMS, Problem, type ProblemCode } from '../../shared/model/problem.ts';

type RequestParams = Readonly<Record<string, unknown>>;
type Endpoint = (typeof ENDPOINTS)[keyof Charging];

/** Implements `Charging` with HTTP requests to the server at `origin`. Empty: the origin of the page. */
export function createHttpCharging(origin = ''): Charging {
  const operations = Object.entries(ENDPOINTS).map(([name, endpoint]) => [
    name,
    (question: RequestParams) => sendRequest(origin, endpoint, question),
  ]);
  return Object.fromEntries(operations) as Charging;
}

/** Fetches a token for a form that was rendered without one. */
export async function fetchFormToken(): Promise<string> {
  const answer = await fetch(FORM_TOKEN_PATH);
  if (!answer.ok) throw new Error('No form token');
  const { formToken } = (await answer.json()) as { formToken: string };
  return formToken;
}

async function sendRequest(origin: string, [method, pattern]: Endpoint, question: RequestParams): Promise<unknown> {
  const rest = new Map(Object.entries(question).filter(([, value]) => value !== undefined));
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(rest.get(name));
    rest.delete(name);
    return encodeURIComponent(value);
  });
  const response =
    method === 'POST'
      ? await fetch(origin + path, {
          method,
          headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
          body: JSON.stringify(Object.fromEntries(rest)),
        })
      : await fetch(origin + withQuery(path, rest), { headers: { Accept: 'application/json' } });
  const answer: unknown = await response.json();
  if (response.ok) return answer;
  throw problemFrom(answer);
}

function withQuery(path: string, values: ReadonlyMap<string, unknown>): string {
  if (values.size === 0) return path;
  return `${path}?${new URLSearchParams([...values].map(([name, value]) => [name, String(value)]))}`;
}

function problemFrom(answer: unknown): Problem {
  const { problem, fields, retryAfterS } = answer as { problem?: ProblemCode; fields?: FieldErrors; retryAfterS?: number | null };
  const code = problem && PROBLEMS.includes(problem) ? problem : 'unexpected';
  return new Problem(code, { fields: fields ?? {}, ...(retryAfterS ? { retryAfterS } : {}) });
}
