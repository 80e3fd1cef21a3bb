import { randomBytes } from 'node:crypto';
import { type Request, Router } from 'express';
import { answer } from './answers.ts';
import type { JsonObject } from './objects.ts';
import { dataOf, sendTo } from './sending.ts';
import { CPO_PARTY, type CpoState, HUB_PARTY, OTHER_PARTY, type Peer } from './state.ts';
import type { CpoVersion, Switches } from './switches.ts';

const newToken = (): string => randomBytes(16).toString('hex');

/** Returns the tokens that the Authorization header may contain: it is decoded in each encoding that the CPO understands. */
function tokensIn(request: Request, { encoding }: Switches): string[] {
  const sent = /^Token (.+)$/.exec(request.get('authorization') ?? '')?.[1] ?? '';
  return encoding.understands.map(each => (each === 'raw' ? sent : Buffer.from(sent, 'base64').toString('utf8')));
}

export function isLetIn(request: Request, state: CpoState, isForRegistration: boolean): boolean {
  const sent = tokensIn(request, state.switches);
  if (state.peer !== null && sent.includes(state.peer.theirToken)) return true;
  return isForRegistration && state.invitation !== null && sent.includes(state.invitation);
}

const credentialsOf = (state: CpoState, token: string): JsonObject => ({
  token,
  url: `${state.origin}/ocpi/versions`,
  ...(state.switches.claims ? claimed(state.switches.claims) : ROLES[state.switches.hub]),
});

const claimed = ({ roles, ...hub }: NonNullable<Switches['claims']>): JsonObject => ({
  ...hub,
  roles: roles.map(({ role, ...party }) => roleOf(role, party)),
});

const roleOf = (role: string, party: JsonObject): JsonObject => ({ role, ...party, business_details: { name: 'Local CPO' } });
const OWN = roleOf('CPO', CPO_PARTY);
const ITSELF = roleOf('HUB', HUB_PARTY);
const ROLES: Readonly<Record<Switches['hub'], JsonObject>> = {
  none: { roles: [OWN] },
  role: { roles: [ITSELF] },
  'role beside its own': { roles: [OWN, ITSELF] },
  party: { roles: [OWN, roleOf('CPO', OTHER_PARTY)], hub_party_id: `${HUB_PARTY.country_code}${HUB_PARTY.party_id}` },
};

export function credentialsRouter(state: CpoState, version: CpoVersion): Router {
  const router = Router();
  router.get('/', (_request, response) => answer(response, { data: credentialsOf(state, state.peer?.theirToken ?? '') }));
  for (const method of ['post', 'put'] as const) {
    router[method]('/', async (request, response) => {
      const isKnown = state.peer !== null;
      if (isKnown !== (method === 'put')) return answer(response, { status: 405, code: 2000 });
      const peer = await met(state, { version, credentials: request.body as JsonObject });
      if (peer === null) return answer(response, { code: 3001, message: 'Could not use your API' });
      state.peer = peer;
      state.invitation = null;
      return answer(response, { data: credentialsOf(state, peer.theirToken) });
    });
  }
  router.delete('/', (_request, response) => {
    const isKnown = state.peer !== null;
    state.peer = null;
    return answer(response, isKnown ? {} : { status: 405, code: 2000 });
  });
  return router;
}

/**
 * Reads the versions and endpoints of the app, with the token from the app's credentials.
 * @returns null if either cannot be read
 */
async function met(
  state: CpoState,
  { version, credentials }: { version: CpoVersion; credentials: JsonObject },
): Promise<Peer | null> {
  const ourToken = String(credentials.token);
  const versions = dataOf(await sendTo(state, { url: String(credentials.url), token: ourToken })) as JsonObject[] | undefined;
  const chosen = versions?.find(each => each.version === version);
  if (chosen === undefined) return null;
  const details = dataOf(await sendTo(state, { url: String(chosen.url), token: ourToken })) as JsonObject | undefined;
  if (!Array.isArray(details?.endpoints)) return null;
  return {
    theirToken: newToken(),
    ourToken,
    version,
    endpoints: details.endpoints as Peer['endpoints'],
    roles: credentials.roles as JsonObject[],
  };
}

/** Begins the handshake from the CPO, with the versions URL of the app and a registration token that the app has issued. */
export async function register(
  state: CpoState,
  { url, token, version, method = 'POST' }: { url: string; token: string; version: CpoVersion; method?: string },
): Promise<JsonObject> {
  const before = state.peer;
  const theirToken = newToken();
  const versions = dataOf(await sendTo(state, { url, token })) as JsonObject[] | undefined;
  const chosen = versions?.find(each => each.version === version);
  if (chosen === undefined) return { failed: 'versions' };
  const details = dataOf(await sendTo(state, { url: String(chosen.url), token })) as
    | { endpoints?: Peer['endpoints'] }
    | undefined;
  const endpoints = details?.endpoints ?? [];
  const credentials = endpoints.find(({ identifier }) => identifier === 'credentials');
  if (credentials === undefined) return { failed: 'details' };
  // Must be set before the request is sent, because the app sends requests with `theirToken` before it responds.
  state.peer = { theirToken, ourToken: token, version, endpoints, roles: [] };
  const sent = await sendTo(state, { method, url: credentials.url, token, body: credentialsOf(state, theirToken) });
  const given = dataOf(sent) as JsonObject | undefined;
  if (typeof given?.token !== 'string') {
    state.peer = before;
    return { failed: 'credentials', status: sent.status, answer: sent.answer };
  }
  state.peer = { ...state.peer, ourToken: given.token, roles: given.roles as JsonObject[] };
  return { status: sent.status, answer: sent.answer };
}
