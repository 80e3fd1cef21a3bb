import { ConsoleVisitor } from '../../support/consoleVisitor.ts';
import { CLIENT_ID, CLIENT_SECRET, type OpenIdProvider } from '../../support/openIdProvider.ts';
import { isConsole } from './endpoints.ts';
import { markerOf } from './payloads.ts';
import type { HostileRequest } from './requests.ts';

/** Somebody of the shop who means ill. */
export interface SignedIn {
  /** The request with a sign-in that counts and a form that is ours; most of those to the console, and no others. */
  dress(place: string, request: HostileRequest): Promise<HostileRequest>;
  /** The sign-in has ended, by a press of its own or in another way. */
  ended(): void;
  /** What the page at an address says. */
  page(path: string): Promise<string>;
}

const PROVIDER_PATH = '/operator/sign-in/provider';
/** Of a hundred requests to the console so many are signed in; the others stand at the door. */
const OFTEN = 80;
/** What was sent with a form is done once, so new ones are needed. */
const SENDS_PER_FORM = 5;

/** Settings of an app whose console knows people by this provider. */
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
    // Each from an address of its own, or limits would keep it out.
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

/** What was to be sent, behind a form of ours and, half of the time, a reason: without one nothing is done. */
function formBody({ n, body }: HostileRequest, form: string): string {
  const reason = n % 2 === 0 ? { reason: `"><${markerOf(n)} x='">`, text: `<script>${markerOf(n)}</script>`, seen: '1' } : {};
  return `${new URLSearchParams({ form, ...reason }).toString()}&${body}`;
}
