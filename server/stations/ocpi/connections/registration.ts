import type { Clock } from '../../../core/ports/ports.ts';
import { CREDENTIALS, type Credentials } from '../messages/credentials.ts';
import { type OcpiVersion, readMessage } from '../messages/message.ts';
import type { OcpiAnswer, PeerClient } from '../transport/client.ts';
import { OcpiFailure } from '../transport/failure.ts';
import { createToken, tokenHash } from '../transport/tokens.ts';
import { type Connection, type Connections, changeConnection } from './connections.ts';
import { answerInWords, type Discovery, discover, RegistrationFailed } from './discovery.ts';
import { type OurPlatform, sentCredentials } from './ourCredentials.ts';
import { type ConfirmedParties, NO_PARTIES, withClaims } from './parties.ts';

export interface RegistrationDependencies {
  connections: Connections;
  client: PeerClient;
  clock: Pick<Clock, 'now'>;
  us: OurPlatform;
}

/** How long an old token stays valid after its replacement. */
export const OVERLAP_MS = 86_400_000;

interface ConnectOptions {
  id: string;
  versionsUrl: string;
  /** The token that the CPO has issued for the registration. */
  token: string;
  /** The parties that staff have named. All other parties that the CPO platform claims need a confirmation. */
  confirmed?: ConfirmedParties;
}

/**
 * Registers the app with a CPO platform. The platform calls the app before it responds, so the token for that call is stored
 * first, and no lock is held meanwhile.
 * @throws RegistrationFailed with the reason for the operator
 */
export async function connect(options: ConnectOptions, dependencies: RegistrationDependencies): Promise<Connection> {
  const { id, versionsUrl, token, confirmed = NO_PARTIES } = options;
  const { connections, client, us } = dependencies;
  const { state, confirmedHosts = [], switches } = (await connections.get(id)) ?? {};
  if (state === 'active') throw new RegistrationFailed('already registered');
  const found = await discover({ id, client, versionsUrl, token, encoding: null, confirmedHosts, version: null });
  const ours = createToken();
  await changeConnection(connections, id, current => ({
    ...found,
    state: 'registering',
    versionsUrl,
    theirs: token,
    // Tokens of earlier attempts stay valid: if a response was lost, the CPO platform may use one of them.
    ours: [...current.ours, accepted(ours)].slice(-3),
  }));
  const credentials = await register({
    id,
    found,
    token,
    body: sentCredentials({ us, token: ours, version: found.version, switches }),
    client,
  });
  return settle({ id, found, credentials, confirmed, dependencies });
}

const accepted = (token: string) => ({ hash: tokenHash(token), until: null });

interface RegisterOptions {
  id: string;
  found: Discovery;
  token: string;
  body: object;
  client: PeerClient;
}

async function register(options: RegisterOptions): Promise<Credentials> {
  const first = await sendCredentials('POST', options);
  if (!('lost' in first)) return readCredentials(first, options.found.version);
  const again = await sendCredentials('POST', options);
  if ('lost' in again)
    throw new RegistrationFailed('cannot be reached', { detail: `no answer to our credentials: ${again.lost}` });
  // The first request has arrived and used up the token. The response with the CPO platform's new token was lost.
  if (again.status === 405 || again.status === 401)
    throw new RegistrationFailed('answer lost', {
      detail: `the CPO must issue a new token; at first came: ${first.lost}`,
    });
  return readCredentials(again, options.found.version);
}

/** The app received no readable response, although the credentials may have arrived. `lost` describes what was received. */
interface LostAnswer {
  lost: string;
}

async function sendCredentials(
  method: 'POST' | 'PUT',
  { id, found, token, body, client }: RegisterOptions,
): Promise<OcpiAnswer | LostAnswer> {
  try {
    const answer = await client.call({
      method,
      url: credentialsUrl(found.endpoints),
      token,
      encoding: found.encoding,
      module: 'credentials',
      connectionId: id,
      isRegistration: true,
      body,
      // This limit is longer than usual, because the CPO platform calls the app before it responds.
      limitMs: 20_000,
    });
    return answer.outcome === 'unknown' && answer.statusCode === null ? { lost: answerInWords(answer) } : answer;
  } catch (error) {
    if (error instanceof OcpiFailure) return { lost: error.inWords };
    throw error;
  }
}

function credentialsUrl(endpoints: Discovery['endpoints']): string {
  const url = endpoints.find(({ identifier }) => identifier === 'credentials')?.url;
  if (url === undefined) throw new RegistrationFailed('endpoints missing', { detail: 'credentials' });
  return url;
}

/** The reason for the operator, by the OCPI status code of the CPO platform's response. */
const REFUSALS: Readonly<Record<number, ConstructorParameters<typeof RegistrationFailed>[0]>> = {
  3001: 'cannot use us',
  3002: 'no common version',
  3003: 'endpoints missing',
};

function readCredentials(answer: OcpiAnswer, version: OcpiVersion): Credentials {
  const { status, outcome, statusCode, data } = answer;
  if (status === 405) throw new RegistrationFailed('already registered', { detail: 'the CPO must issue a new token' });
  if (status === 401) throw new RegistrationFailed('token refused');
  if (outcome !== 'success') {
    const fault = REFUSALS[statusCode ?? 0] ?? 'refused';
    throw new RegistrationFailed(fault, { detail: answerInWords(answer) });
  }
  const reading = readMessage({ schema: CREDENTIALS, message: data, version });
  if (reading.isValid) return reading.value;
  const [first] = reading.faults;
  throw new RegistrationFailed('unreadable answer', { detail: `${first?.path} ${first?.reason}` });
}

/** True if the platform belongs to a CPO or a hub. Other platforms have no charging points. */
export const isOperator = ({ roles, hub_party_id }: Credentials): boolean =>
  hub_party_id !== undefined || roles.some(({ role }) => role === 'CPO' || role === 'HUB');

interface SettleOptions {
  id: string;
  found: Discovery;
  credentials: Credentials;
  /**
   * The parties that staff have named for a new connection. Null: only tokens are being renewed, so the confirmed parties stay.
   */
  confirmed: ConfirmedParties | null;
  dependencies: RegistrationDependencies;
}

async function settle({ id, found, credentials, confirmed, dependencies }: SettleOptions): Promise<Connection> {
  const { connections, client, clock } = dependencies;
  const renewedAt = clock.now().getTime();
  const until = renewedAt + OVERLAP_MS;
  const claims = { roles: credentials.roles, hubParty: credentials.hub_party_id ?? null };
  const settled = await changeConnection(connections, id, current => ({
    ...found,
    state: 'active',
    ...withClaims(current, claims, renewedAt),
    ...(confirmed === null ? {} : { confirmed }),
    theirs: credentials.token,
    ours: current.ours.map((token, at) => (at === current.ours.length - 1 ? token : { ...token, until: token.until ?? until })),
    invitation: null,
    renewedAt,
  }));
  if (isOperator(credentials)) return settled;
  await leave({ id }, { connections, client });
  throw new RegistrationFailed('not a charge point operator');
}

/** Allows tokens to be sent to `hosts`, which staff have checked with the CPO. Also stores `switches`. */
export const confirmHosts = (
  { id, hosts, ...switches }: { id: string; hosts: readonly string[]; sendsNulls?: boolean },
  { connections }: Pick<RegistrationDependencies, 'connections'>,
): Promise<Connection> =>
  changeConnection(connections, id, current => ({
    confirmedHosts: [...new Set([...current.confirmedHosts, ...hosts])],
    switches: { ...current.switches, ...switches },
  }));

/** Creates a token with which a CPO platform can register itself once. Parties not in `confirmed` need a confirmation. */
export async function invite(
  { id, confirmed = NO_PARTIES }: { id: string; confirmed?: ConfirmedParties },
  { connections, us }: Pick<RegistrationDependencies, 'connections' | 'us'>,
) {
  const token = createToken();
  await changeConnection(connections, id, ({ state }) => {
    if (state === 'active') throw new RegistrationFailed('already registered');
    return { state: 'invited', confirmed, roles: [], hubParty: null, invitation: { hash: tokenHash(token), isUsed: false } };
  });
  return { versionsUrl: `${us.baseUrl}/versions`, token };
}

/**
 * Renews the tokens of both sides and reads versions and endpoints again. Until the CPO platform responds, the app accepts both
 * the old and the new token of the platform.
 * @throws RegistrationFailed if this fails; the connection then keeps its tokens
 */
export async function renew({ id }: { id: string }, dependencies: RegistrationDependencies): Promise<Connection> {
  const { connections, client, us } = dependencies;
  const before = await connections.get(id);
  if (before?.state !== 'active' || before.theirs === null || before.versionsUrl === null)
    throw new RegistrationFailed('not registered');
  const { theirs: token, versionsUrl, encoding, confirmedHosts, switches } = before;
  // The CPO platform may be using any of the unconfirmed tokens, so none may be removed.
  if (unconfirmed(before, dependencies) >= MAX_UNCONFIRMED)
    throw new RegistrationFailed('answer lost', { detail: 'too often: the CPO must issue a new token' });
  const found = await discover({ id, client, versionsUrl, token, encoding, confirmedHosts, version: null });
  const ours = createToken();
  const nowMs = dependencies.clock.now().getTime();
  await changeConnection(connections, id, current => ({
    ours: [...current.ours.filter(each => each.until === null || nowMs < each.until), accepted(ours)],
  }));
  const body = sentCredentials({ us, token: ours, version: found.version, switches });
  const answer = await sendCredentials('PUT', { id, found, token, body, client });
  if ('lost' in answer)
    throw new RegistrationFailed('answer lost', { detail: `a refusal from now on means a new token; came: ${answer.lost}` });
  return settle({ id, found, credentials: readCredentials(answer, found.version), confirmed: null, dependencies });
}

const MAX_UNCONFIRMED = 4;

const unconfirmed = ({ ours }: Connection, { clock }: Pick<RegistrationDependencies, 'clock'>): number =>
  ours.filter(({ until }) => until === null || clock.now().getTime() < until).length;

/** Ends a connection. The app's side ends even if the CPO platform refuses or does not respond. */
export async function leave(
  { id }: { id: string },
  { connections, client }: Pick<RegistrationDependencies, 'connections' | 'client'>,
) {
  const { theirs, endpoints, encoding } = (await connections.get(id)) ?? {};
  const url = endpoints?.find(({ identifier }) => identifier === 'credentials')?.url;
  await changeConnection(connections, id, () => LEFT);
  if (!theirs || !encoding || url === undefined) return;
  try {
    await client.call({ method: 'DELETE', url, token: theirs, encoding, module: 'credentials' });
  } catch (error) {
    if (!(error instanceof OcpiFailure)) throw error;
  }
}

/** Without tokens, the app refuses the CPO platform's requests and sends it none. */
export const LEFT: Partial<Connection> = { state: 'left', confirmed: NO_PARTIES, theirs: null, ours: [], invitation: null };
