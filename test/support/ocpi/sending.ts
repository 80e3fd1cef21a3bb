import { randomUUID } from 'node:crypto';
import type { JsonObject } from './objects.ts';
import { CPO_PARTY, type CpoState, type SentRequest, wait } from './state.ts';

interface Sending {
  method?: string;
  url: string;
  token: string | null;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
}

/** Sends a request of the CPO to the app and records the response. A switch defines the encoding of the token. */
export async function sendTo(state: CpoState, { method = 'GET', url, token, body, headers = {} }: Sending): Promise<SentRequest> {
  const sent: SentRequest = { method, url, body, status: null, answer: null };
  state.sent.push(sent);
  state.inProgress++;
  try {
    const response = await fetch(url, {
      method,
      headers: {
        ...(token === null ? {} : { authorization: `Token ${encoded(state, token)}` }),
        'x-request-id': randomUUID(),
        'x-correlation-id': randomUUID(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    });
    sent.status = response.status;
    sent.answer = await response.json().catch(() => null);
  } catch {
    // The status stays null if the app is unreachable or too slow.
  } finally {
    state.inProgress--;
  }
  return sent;
}

function encoded({ switches }: CpoState, token: string): string {
  const { sends } = switches.encoding;
  if (sends === 'raw') return token;
  return Buffer.from(sends === 'base64' ? token : `${token}\n`).toString('base64');
}

export const dataOf = ({ answer }: SentRequest): unknown => (answer as JsonObject | null)?.data;

interface Push {
  module: string;
  method: 'PUT' | 'PATCH' | 'POST' | 'DELETE';
  /** Path below the app's receiver endpoint, for example '/DE/CPO/LOC1'. */
  path: string;
  body?: JsonObject;
}

/**
 * Pushes an object to a receiver of the app. The switches can make the push late, send it twice, suppress it, or reorder pushes,
 * so that every second push overtakes its predecessor.
 */
export async function push(state: CpoState, { module, method, path, body }: Push): Promise<void> {
  const { peer, switches } = state;
  const endpoint = peer?.endpoints.find(({ identifier, role }) => identifier === module && role === 'RECEIVER');
  if (peer === null || endpoint === undefined || switches.push.mode === 'off') return;
  const [role = {}] = peer.roles;
  const { last_updated, ...rest } = body ?? {};
  const sent = switches.push.hasLastUpdated || last_updated === undefined ? body : rest;
  const once = () =>
    sendTo(state, {
      method,
      url: `${addressOf(endpoint.url, switches.push.path).replace(/\/$/, '')}${path}`,
      token: peer.ourToken,
      ...(sent === undefined ? {} : { body: sent }),
      headers: {
        'OCPI-from-country-code': CPO_PARTY.country_code,
        'OCPI-from-party-id': CPO_PARTY.party_id,
        'OCPI-to-country-code': String(role.country_code),
        'OCPI-to-party-id': String(role.party_id),
      },
    });
  pushes++;
  const isHeldBack = switches.push.mode === 'late' || (switches.push.mode === 'reordered' && pushes % 2 === 1);
  if (isHeldBack) await wait(state, switches.push.delayMs);
  await once();
  if (switches.push.mode === 'double') await once();
}
let pushes = 0;

const addressOf = (url: string, path: CpoState['switches']['push']['path']): string => {
  if (path === 'given') return url;
  return url.replace(/\/(\d\.\d\.\d)\/(\w+)$/, path === 'receiver' ? '/$1/receiver/$2' : '/receiver/$2');
};
