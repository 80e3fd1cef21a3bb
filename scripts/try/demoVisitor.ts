// A visitor of an app in demo mode that sends plain HTTP requests, as a browser without JavaScript does.
import got, { type Response } from 'got';
import type { ChargingPoint } from '../../shared/charging/charging.ts';
import type { Session } from '../../shared/charging/session.ts';

const CONTACT = {
  firstName: 'Test',
  lastName: 'Driver',
  email: 'driver@example.org',
  emailConfirmation: 'driver@example.org',
  acceptTerms: 'yes',
  acceptPrivacy: 'yes',
};

/** Thrown if a response is not as expected. */
export class Unexpected extends Error {
  /** Body of the unexpected response. */
  readonly page: string;
  constructor(message: string, page = '') {
    super(message);
    this.page = page;
  }
}

export interface PlugAddress {
  clientId: string;
  evseId: string;
  connector: string;
}

interface RequestFacts {
  /** Form values. If set, the request is a POST with the Origin header of the app. */
  form?: Readonly<Record<string, string>>;
  expect?: readonly number[];
  headers?: Readonly<Record<string, string>>;
}

interface OrderFacts extends PlugAddress {
  /** Language prefix of the path, such as '/en'. */
  prefix?: string;
  fields?: Readonly<Record<string, string>>;
}

export type DemoVisitor = ReturnType<typeof createVisitor>;

/**
 * Creates a visitor.
 * @param userAgent if it is that of a bot, the app does not redirect to a language and sends short error responses
 * @param from network address that the visitor has behind a trusted proxy
 */
export function createVisitor(url: string, { userAgent = 'Mozilla/5.0 journey', from = '' } = {}) {
  const { origin } = new URL(url);
  const cookies = new Map<string, string>();
  const http = got.extend({
    prefixUrl: origin,
    followRedirect: false,
    throwHttpErrors: false,
    retry: { limit: 0 },
    timeout: { request: 15_000 },
    headers: {
      ...{ 'accept-language': 'en', 'user-agent': userAgent, accept: 'text/html' },
      ...(from ? { 'x-forwarded-for': from } : {}),
    },
  });

  const request = async (path: string, { form, expect = [200], headers = {} }: RequestFacts = {}): Promise<Response<string>> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const options = { headers: { ...headers, ...(cookie ? { cookie } : {}), ...(form ? { origin } : {}) } };
    const answer = await http(path.replace(/^\//, ''), form ? { ...options, method: 'POST', form } : options);
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name && value !== undefined) cookies.set(name, value);
    }
    if (!expect.includes(answer.statusCode))
      throw new Unexpected(`${path} answered ${answer.statusCode}, not ${expect.join(' or ')}`, answer.body);
    return answer;
  };
  const json = async <T>(path: string): Promise<T> =>
    JSON.parse((await request(path, { headers: { accept: 'application/json' } })).body) as T;

  return {
    origin,
    request,
    json,
    point: ({ clientId, evseId }: Pick<PlugAddress, 'clientId' | 'evseId'>) =>
      json<ChargingPoint>(`/api/clients/${clientId}/charging-points/${encodeURIComponent(evseId)}`),
    session: (sessionId: string) => json<Session>(`/api/sessions/${sessionId}`),
    /**
     * Places an order for a plug.
     * @returns the path of the payment page, or of the session if charging is free
     */
    async order({ clientId, evseId, connector, prefix = '', fields = {} }: OrderFacts): Promise<string> {
      const path = `${prefix}/${clientId}/evse/${encodeURIComponent(evseId)}`;
      const page = await request(`${path}?plug=${connector}`);
      const form = { ...hiddenFields(page.body), ...CONTACT, connector, ...fields };
      return target(origin, await request(path, { form, expect: [303] }));
    },
    /**
     * Pays with a test card in the demo.
     * @returns the path of the session
     */
    async pay(paymentPath: string, card = '4242 4242 4242 4242'): Promise<string> {
      const paid = await request(paymentPath, { form: { cardnumber: card, exp: '12/30', cvc: '123' }, expect: [303] });
      return target(origin, await request(target(origin, paid), { expect: [303] }));
    },
    target: (answer: Response<string>) => target(origin, answer),
    /**
     * Polls the session until the condition is met.
     * @throws Unexpected if it is not met after `seconds`
     */
    async until<S extends Session>(
      sessionId: string,
      isSo: ((session: Session) => session is S) | ((session: Session) => boolean),
      seconds: number,
    ): Promise<S> {
      const end = Date.now() + seconds * 1000;
      for (;;) {
        const session = await json<Session>(`/api/sessions/${sessionId}`);
        if (isSo(session)) return session as S;
        if (Date.now() > end) throw new Unexpected(`the session stayed ${session.kind}`);
        await new Promise(resolve => setTimeout(resolve, 250));
      }
    },
  };
}

/** Returns path and query of a redirect's target. */
function target(origin: string, answer: Response<string>): string {
  const url = new URL(answer.headers.location ?? '', origin);
  return url.pathname + url.search;
}

function hiddenFields(html: string): Record<string, string> {
  const tags = [...html.matchAll(/<input\b[^>]*\btype="hidden"[^>]*>/g)].map(([tag]) => tag);
  return Object.fromEntries(
    tags.map(tag => [/\bname="([^"]*)"/.exec(tag)?.[1] ?? '', plainText(/\bvalue="([^"]*)"/.exec(tag)?.[1] ?? '')]),
  );
}

const plainText = (text: string): string =>
  text.replace(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))).replaceAll('&amp;', '&');
