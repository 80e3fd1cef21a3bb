import { ConsoleVisitor } from '../../support/consoleVisitor.ts';
import { CLIENT_ID, CLIENT_SECRET, type OpenIdProvider } from '../../support/openIdProvider.ts';
import { isConsole } from './endpoints.ts';
import { markerOf } from './payloads.ts';
import type { HostileRequest } from './requests.ts';

/** A hostile visitor who is signed in to the staff console. */
export interface SignedIn {
  /**
   * Adds a valid sign-in to most requests for the console, and a valid form token to those with POST. All remaining requests are
   * returned unchanged.
   */
  dress(place: string, request: HostileRequest): Promise<HostileRequest>;
  /**
   * Must be called when the sign-in has ended, for example because the attack sent a sign-out request. The next request then
   * signs in again.
   */
  ended(): void;
  /**
   * Loads a console page as the signed-in visitor.
   * @returns the text of the page
   */
  page(path: string): Promise<string>;
}

const PROVIDER_PATH = '/operator/sign-in/provider';
/** Percentage of the requests to the console that are sent with a sign-in. */
const OFTEN = 80;
/** A new form token is fetched after this many requests, because the app accepts a form token only once per action. */
const SENDS_PER_FORM = 5;

/** Returns the settings of an app whose console uses this sign-in provider. */
export const signInSettings = ({ issuer }: OpenIdProvider): Record<string, string> => ({
  OPERATOR_CONSOLE: 'on',
  OPERATOR_OIDC_ISSUER: issuer,
  OPERATOR_OIDC_CLIENT_ID: CLIENT_ID,
  OPERATOR_OIDC_CLIENT_SECRET: CLIENT_SECRET,
  OPERATOR_OIDC_CLAIM: 'roles',
  OPERATOR_OIDC_READ: 'look',
  OPERATOR_OIDC_ACT: 'act',
});

export function createSignedIn(origin: string, provider: OpenIdProvider): SignedIn {
  provider.person = { sub: '1', name: 'Ill Will', roles: ['act'] };
  let visits = 0;
  let visitor: Promise<ConsoleVisitor> | null = null;
  let form = '';
  let left = 0;

  const come = async (): Promise<ConsoleVisitor> => {
    visits++;
    // Each sign-in comes from a different IP address, because the rate limits would otherwise refuse it.
    const coming = new ConsoleVisitor(origin, { 'X-Forwarded-For': `192.0.${(visits >> 8) & 255}.${visits & 255}` });
    const redirected = await coming.get(PROVIDER_PATH);
    const back = provider.approve(redirected.headers.get('location') ?? '');
    const { status } = await coming.get(back.pathname + back.search);
    if (status !== 200) throw new Error(`Nobody was let into the console: ${status}`);
    return coming;
  };
  const visit = (): Promise<ConsoleVisitor> => (visitor ??= come());
  const newForm = async (): Promise<string> =>
    /name="form" value="([^"]+)"/.exec(await (await visit()).page('/operator/menu'))?.[1] ?? '';

  return {
    async dress(place, request) {
      if (!isConsole(place) || request.raw !== undefined || request.n % 100 >= OFTEN) return request;
      const { cookies } = await visit();
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = { ...request.headers, Host: new URL(origin).host, Cookie: cookie };
      if (request.method !== 'POST') return { ...request, headers };
      if (left-- <= 0) {
        left = SENDS_PER_FORM;
        form = await newForm();
      }
      return {
        ...request,
        headers: {
          ...headers,
          'Content-Type': 'application/x-www-form-urlencoded',
          Origin: origin,
          'Sec-Fetch-Site': 'same-origin',
        },
        body: formBody(request, form),
      };
    },
    ended() {
      visitor = null;
      left = 0;
    },
    page: async path => (await visit()).page(path),
  };
}

/**
 * Adds a valid form token before the hostile body. Every second body also gets a reason, because the console refuses an action
 * without one.
 */
function formBody({ n, body }: HostileRequest, form: string): string {
  const reason = n % 2 === 0 ? { reason: `"><${markerOf(n)} x='">`, text: `<script>${markerOf(n)}</script>`, seen: '1' } : {};
  return `${new URLSearchParams({ form, ...reason }).toString()}&${body}`;
}
