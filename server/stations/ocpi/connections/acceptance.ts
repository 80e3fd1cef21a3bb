import type { ConnectionFault } from '../../../../shared/console/stations.ts';
import { CREDENTIALS, type Credentials } from '../messages/credentials.ts';
import { type OcpiVersion, readMessage } from '../messages/message.ts';
import { STATUS } from '../transport/envelope.ts';
import type { Reply } from '../transport/reply.ts';
import { createToken, tokenHash } from '../transport/tokens.ts';
import { type Caller, changeConnection } from './connections.ts';
import { type Discovery, discover, RegistrationFailed } from './discovery.ts';
import { sentCredentials } from './ourCredentials.ts';
import { withClaims } from './parties.ts';
import { isOperator, LEFT, OVERLAP_MS, type RegistrationDependencies } from './registration.ts';

export interface CredentialsRequest {
  caller: Caller;
  /** The OCPI version in the requested URL. */
  version: OcpiVersion;
  body: unknown;
}

const NOT_ALLOWED: Reply = { status: 405, code: STATUS.clientError };
/** Time limit for reading the versions and the version details of the CPO platform together. */
const DISCOVERY_MS = 10_000;

/** The OCPI status code of the response, by the reason why a CPO platform could not be registered. */
const CODES: Readonly<Partial<Record<ConnectionFault, (typeof STATUS)[keyof typeof STATUS]>>> = {
  'no common version': STATUS.unsupportedVersion,
  'endpoints missing': STATUS.missingEndpoints,
};

/**
 * Returns the app's credentials. They repeat the token that the CPO platform has presented, because the app stores only its
 * hash.
 */
export function getCredentials({ caller, version }: Omit<CredentialsRequest, 'body'>, { us }: RegistrationDependencies): Reply {
  if (caller.by !== 'token') return NOT_ALLOWED;
  const { switches } = caller.connection;
  return { code: STATUS.success, data: sentCredentials({ us, token: caller.token, version, switches }) };
}

/** Registers a CPO platform that presents the token of an invitation. */
export const acceptRegistration = (request: CredentialsRequest, dependencies: RegistrationDependencies): Promise<Reply> =>
  request.caller.by === 'invitation' ? accept(request, dependencies) : Promise.resolve(NOT_ALLOWED);

/** Updates the tokens, endpoints or version of a registered CPO platform. */
export const acceptUpdate = (request: CredentialsRequest, dependencies: RegistrationDependencies): Promise<Reply> =>
  request.caller.by === 'token' ? accept(request, dependencies) : Promise.resolve(NOT_ALLOWED);

/** Ends the connection on the CPO platform's request. Both tokens become invalid. */
export async function acceptLeaving(
  { caller }: Pick<CredentialsRequest, 'caller'>,
  { connections }: RegistrationDependencies,
): Promise<Reply> {
  if (caller.by !== 'token') return NOT_ALLOWED;
  await changeConnection(connections, caller.connection.id, () => LEFT);
  return { code: STATUS.success };
}

async function accept({ caller, version, body }: CredentialsRequest, dependencies: RegistrationDependencies): Promise<Reply> {
  const { connections, us, clock } = dependencies;
  const reading = readMessage({ schema: CREDENTIALS, message: body, version });
  if (!reading.isValid) return { code: STATUS.invalid, data: reading.faults };
  const credentials = reading.value;
  if (!isOperator(credentials))
    return { code: STATUS.invalid, data: [{ path: '$.roles', reason: 'names neither a CPO nor a hub' }] };
  const found = await visit({ caller, version, credentials, dependencies });
  if ('code' in found) return found;
  const ours = createToken();
  const nowMs = clock.now().getTime();
  let isAlreadyUsed = false;
  await changeConnection(connections, caller.connection.id, current => {
    // If two registrations use the same invitation, only the first one succeeds.
    isAlreadyUsed = caller.by === 'invitation' && current.invitation?.isUsed !== false;
    if (isAlreadyUsed) return {};
    const older = current.ours.map(token => ({ ...token, until: token.until ?? nowMs + OVERLAP_MS }));
    return {
      ...found,
      state: 'active',
      versionsUrl: credentials.url,
      ...withClaims(current, { roles: credentials.roles, hubParty: credentials.hub_party_id ?? null }, nowMs),
      theirs: credentials.token,
      ours: [...(caller.by === 'token' ? older : []), { hash: tokenHash(ours), until: null }].slice(-4),
      invitation: current.invitation && { ...current.invitation, isUsed: true },
      renewedAt: nowMs,
    };
  });
  if (isAlreadyUsed) return NOT_ALLOWED;
  const { switches } = caller.connection;
  return { code: STATUS.success, data: sentCredentials({ us, token: ours, version, switches }) };
}

interface VisitOptions {
  caller: Caller;
  version: OcpiVersion;
  credentials: Credentials;
  dependencies: RegistrationDependencies;
}

/**
 * Reads the CPO platform's versions and endpoints, with the URL and the token from the credentials that the platform has sent.
 */
async function visit({ caller, version, credentials, dependencies }: VisitOptions): Promise<Discovery | Reply> {
  try {
    return await discover({
      id: caller.connection.id,
      client: dependencies.client,
      versionsUrl: credentials.url,
      token: credentials.token,
      encoding: null,
      confirmedHosts: caller.connection.confirmedHosts,
      version,
      limitMs: DISCOVERY_MS,
    });
  } catch (error) {
    if (!(error instanceof RegistrationFailed)) throw error;
    return { code: CODES[error.fault] ?? STATUS.unusableApi, message: error.message };
  }
}
