import { Router } from 'express';
import { readCdr } from '../messages/cdr.ts';
import { COMMAND_RESULT } from '../messages/command.ts';
import { type OcpiVersion, readMessage } from '../messages/message.ts';
import { isObject, mergedSession } from '../messages/patch.ts';
import type { JsonObject, OwnedId, Receivers } from '../messages/receiver.ts';
import { SESSION } from '../messages/session.ts';
import { STATUS } from '../transport/envelope.ts';
import type { Reply } from '../transport/reply.ts';
import type { Gate, Inbound } from './inbound.ts';
import { found, invalid, NOT_ALLOWED, notFound, ownedId, readWhole, replyTo } from './owned.ts';

interface SessionEndpointsOptions {
  gate: Gate;
  version: OcpiVersion;
  receivers: Receivers;
  baseUrl: string;
}

const ROUTED = { isRouted: true };
const PAGE_SIZE = 100;

/** Endpoints for pushed sessions, CDRs, results of commands and authorizations. The list of tokens is always empty. */
export function sessionEndpoints(options: SessionEndpointsOptions): Router {
  const { gate, version, receivers } = options;
  const router = Router();
  const notAllowed = gate.handle(() => NOT_ALLOWED, ROUTED);
  const ofSession = (answer: (session: OwnedId, body: unknown) => Promise<Reply>) =>
    gate.handle(async inbound => {
      const session = ownedId(inbound) ?? (await sessionOfOurs(inbound, receivers));
      return session ? answer(session, inbound.body) : notFound();
    }, ROUTED);
  router
    .route('/sessions/:country/:party/:id')
    .get(ofSession(async session => orNotFound(await receivers.sessions.find(session))))
    .put(ofSession((session, body) => putSession({ session, body, version, receivers })))
    .patch(ofSession((session, body) => patchSession({ session, body, version, receivers })))
    .all(notAllowed);

  // A POST needs no reference, but some CPO platforms append one of their own to the URL.
  router
    .route('/cdrs{/:reference}')
    .get(gate.handle(inbound => getCdr(inbound, receivers), ROUTED))
    .post(gate.handle(inbound => addCdr(inbound, options), ROUTED))
    .all(notAllowed);

  router.post(
    '/commands/:command/:secret',
    gate.handleOpen(inbound => receiveCommandResult({ ...inbound, version, receivers })),
  );

  router.get(
    '/tokens',
    gate.handle(() => NO_TOKENS, ROUTED),
  );
  router.post(
    '/tokens/:uid/authorize',
    gate.handle(inbound => authorize(inbound, receivers), ROUTED),
  );
  return router;
}

/**
 * Accepts a session that the app has started, although the connection no longer represents its party.
 * @returns null if the app has not started the session
 */
async function sessionOfOurs({ caller, parameters, body }: Inbound, receivers: Receivers): Promise<OwnedId | null> {
  const { country = '', party = '', id = '' } = parameters;
  const session = { connectionId: caller.connection.id, country_code: country, party_id: party, id };
  if (await receivers.sessions.find(session)) return session;
  const token = isObject(body) && isObject(body.cdr_token) ? body.cdr_token.uid : undefined;
  for (const uid of [isObject(body) ? body.authorization_reference : undefined, token])
    if (typeof uid === 'string' && (await receivers.authorize({ connectionId: session.connectionId, uid, locationId: null })))
      return session;
  return null;
}

const orNotFound = (object: JsonObject | null): Reply => (object ? found(object) : notFound());

interface OneSession {
  session: OwnedId;
  body: unknown;
  version: OcpiVersion;
  receivers: Receivers;
}

const idsOf = ({ country_code, party_id, id }: OwnedId) => ({ country_code, party_id, id });

async function putSession({ session, body, version, receivers }: OneSession): Promise<Reply> {
  const whole = readWhole({ schema: SESSION, body, version, ids: idsOf(session) });
  if ('faults' in whole) {
    await receivers.sessions.unreadable({ session, body, faults: whole.faults });
    return invalid(whole.faults);
  }
  return replyTo(await receivers.sessions.put({ session, whole }));
}

async function patchSession({ session, body, version, receivers }: OneSession): Promise<Reply> {
  if (!isObject(body)) return invalid([{ path: '$', reason: 'must be an object' }]);
  const merge = (stored: JsonObject) =>
    readWhole({ schema: SESSION, body: mergedSession(stored, body), version, ids: idsOf(session) });
  return replyTo(await receivers.sessions.patch({ session, merge }));
}

async function getCdr({ caller, parameters }: Inbound, { cdrs }: Receivers): Promise<Reply> {
  const { reference } = parameters;
  if (reference === undefined) return NOT_ALLOWED;
  return orNotFound(await cdrs.find({ connectionId: caller.connection.id, reference }));
}

async function addCdr({ caller, body }: Inbound, { version, receivers, baseUrl }: SessionEndpointsOptions): Promise<Reply> {
  const { id: connectionId } = caller.connection;
  const reading = readCdr(body, version);
  const { kind, reference } = await receivers.cdrs.add({ connectionId, raw: body, reading });
  if ('faults' in reading) return invalid(reading.faults);
  if (kind === 'different') return invalid([{ path: '$.id', reason: 'is of another CDR, which cannot be changed' }]);
  if (kind === 'excess') return invalid([{ path: '$', reason: 'is one CDR too many of its session' }]);
  const headers = { Location: `${baseUrl}/${version}/cdrs/${encodeURIComponent(reference)}` };
  return { status: kind === 'created' || kind === 'unmatched' ? 201 : 200, code: STATUS.success, headers };
}

interface CommandResultRequest {
  caller: Inbound['caller'] | null;
  parameters: Inbound['parameters'];
  body: unknown;
  version: OcpiVersion;
  receivers: Receivers;
}

async function receiveCommandResult({ caller, parameters, body, version, receivers }: CommandResultRequest): Promise<Reply> {
  const { command = '', secret = '' } = parameters;
  const reading = readMessage({ schema: COMMAND_RESULT, message: body, version });
  if (!reading.isValid) return invalid(reading.faults);
  const connectionId = caller?.connection.id ?? null;
  const isKnown = await receivers.commands.result({ connectionId, command, secret, result: reading.value });
  return isKnown ? { code: STATUS.success } : notFound();
}

/** Each token is valid for one start only, so no tokens are published. */
const NO_TOKENS: Reply = {
  code: STATUS.success,
  data: [],
  headers: { 'X-Total-Count': '0', 'X-Limit': String(PAGE_SIZE) },
};

async function authorize({ caller, parameters, body }: Inbound, receivers: Receivers): Promise<Reply> {
  const locationId = isObject(body) && typeof body.location_id === 'string' ? body.location_id : null;
  const { id: connectionId } = caller.connection;
  const authorization = await receivers.authorize({ connectionId, uid: parameters.uid ?? '', locationId });
  return authorization ? found(authorization) : notFound(STATUS.unknownToken);
}
