import type { StationAddress, StationCall, StationCapabilities, Stations } from '../../core/ports/stationPort.ts';
import type { OurPlatform } from './connections/ourCredentials.ts';
import { below, connectionOf, type Peers } from './connections/peers.ts';
import { COMMAND_RESPONSE } from './messages/command.ts';
import { readMessage } from './messages/message.ts';
import { commandWithNulls } from './messages/nulls.ts';
import { tokenOf } from './sessions/authorization.ts';
import type { MeterGaps } from './sessions/meterGaps.ts';
import { sendPaymentAdvice } from './sessions/payments.ts';
import type { Polls } from './sessions/polls.ts';
import { isOver, type StartRecord, startOf } from './sessions/startRecords.ts';
import type { Starts } from './sessions/starts.ts';
import { OcpiFailure } from './transport/failure.ts';
import { createToken } from './transport/tokens.ts';

interface StationsDependencies {
  starts: Starts;
  meterGaps: MeterGaps;
  peers: Peers;
  us: OurPlatform;
  now(): Date;
  polls: Pick<Polls, 'poll' | 'checkSoon'>;
}

/** CDRs may arrive up to a day after a session has ended. */
const LAST_VALUE_WITHIN_S = 24 * 3600;

/** What is needed to send commands. */
export type CommandDependencies = Pick<StationsDependencies, 'starts' | 'peers' | 'us'>;

/** If a session is still PENDING this long after its cancellation, it counts as never started. */
const MAX_START_WAIT_MS = 10 * 60_000;

type CommandAnswer = 'accepted' | 'refused' | 'unknown session' | 'unknown';

/** Sends commands to the stations of CPOs, and reads the sessions there (OCPI 2.2.1 §13). */
export function createOcpiStations(dependencies: StationsDependencies): Stations {
  const { starts, peers, meterGaps, polls, now } = dependencies;
  return {
    async start(request) {
      const start = newStart(request, now());
      const known = await starts.begin(start);
      if (known) return answerAgain(known, polls);
      const answer = await sendStart(dependencies, start);
      if (answer === 'refused' || answer === 'unknown session')
        await starts.change(start.authorizationReference, { state: 'refused', isRefused: true });
      else polls.checkSoon(start, 'start');
      return answer === 'unknown session' ? 'refused' : answer;
    },
    async cancelStart(request) {
      const { authorizationReference } = request;
      // Stores a refused start if no start is stored yet. If the start is requested later, in any process, this row prevents that
      // it is sent.
      const start = await starts.begin({ ...newStart(request, now()), state: 'refused', isRefused: true });
      if (!start || (start.isRefused && !start.known)) return 'never-starts';
      // Every call polls the session, because the answer decides whether the hold may be released.
      if (!(await polls.poll(start))) return 'unknown';
      const current = (await starts.load(authorizationReference)) ?? start;
      if (current.known?.wasActive || current.cdr !== null) return 'already-started';
      const { givenUpAt = now().toISOString() } = current;
      // Some CPO platforms let a session wait for ever, so the start counts as cancelled after 10 min. If the session begins
      // later, the app stops it.
      if (current.known?.state === 'waiting' && now().getTime() - Date.parse(givenUpAt) < MAX_START_WAIT_MS) {
        await starts.change(authorizationReference, { givenUpAt });
        await sendStop(dependencies, current);
        return 'unknown';
      }
      await starts.change(authorizationReference, { state: 'cancelled', givenUpAt });
      return 'cancelled';
    },
    async stop({ authorizationReference }) {
      const start = await starts.load(authorizationReference);
      if (!start || isOver(start)) return 'already-stopped';
      if (!start.session) {
        if (start.state === 'cancelled') return 'already-stopped';
        await polls.poll(start);
        return 'unknown';
      }
      const answer = await sendStop(dependencies, start);
      polls.checkSoon(start, 'stop');
      if (answer === 'unknown') return answer;
      // The station refused an earlier stop, so 'unknown' makes the caller repeat the stop until the session has ended.
      if (answer === 'accepted') return (await starts.load(authorizationReference))?.isStopRefused ? 'unknown' : 'accepted';
      // Some CPO platforms refuse to stop a session that has ended, others refuse because the station is unreachable. A poll of
      // the session shows which is the case.
      if (!(await polls.poll(start))) return 'unknown';
      return isOver((await starts.load(authorizationReference)) ?? start) ? 'already-stopped' : 'refused';
    },
    async unlock({ authorizationReference, address }) {
      const { locationId: location_id, evseUid: evse_uid, connector: connector_id } = address;
      const body = { location_id, evse_uid, connector_id };
      const answer = await send(dependencies, { authorizationReference, address, command: 'UNLOCK_CONNECTOR', body });
      if (answer === 'accepted') return 'unlocked';
      return answer === 'unknown' ? 'unknown' : 'refused';
    },
    sendPaymentAdvice: request => sendPaymentAdvice(request, { peers }),
    async read({ authorizationReference, since }) {
      const start = await starts.load(authorizationReference);
      return start ? starts.snapshot(start, since) : null;
    },
    capabilities: address => capabilitiesOf(address, { peers, meterGaps }),
    async health() {
      await peers.probe(0);
      // The check fails only if no connection works. While at least one works, its points stay available to drivers.
      const states = peers.states();
      if (states.length > 0 && states.every(({ failingSince }) => failingSince !== null))
        throw new Error(`No connection responds: ${states.map(({ id }) => id).join(', ')}`);
    },
  };
}

/**
 * Answers a repeated start request without sending the start again. OCPI has no idempotency key, so a second command could start
 * a second session.
 */
async function answerAgain(start: StartRecord, { poll }: Pick<Polls, 'poll'>): Promise<'accepted' | 'refused' | 'unknown'> {
  if (start.state !== 'sent') return 'refused';
  if (start.session) return 'accepted';
  await poll(start);
  return 'unknown';
}

function capabilitiesOf(
  address: StationAddress,
  { peers, meterGaps }: Pick<StationsDependencies, 'peers' | 'meterGaps'>,
): StationCapabilities {
  const { plug } = address;
  return {
    isReachable: peers.isReachable(connectionOf(address)),
    meterIntervalS: meterGaps.intervalS({ connectionId: connectionOf(address), isDc: plug?.isDc ?? false }),
    rejectsCancelledStarts: false,
    canUnlock: plug?.canUnlock ?? false,
    lastValueWithinS: LAST_VALUE_WITHIN_S,
    receivesPaymentAdvice: peers.hearsOfPayments(connectionOf(address)),
  };
}

const newStart = ({ authorizationReference, address }: StationCall, now: Date): StartRecord =>
  startOf({ authorizationReference, connectionId: connectionOf(address), address, requestedAt: now.toISOString() });

function sendStart(dependencies: StationsDependencies, { authorizationReference, address }: StartRecord): Promise<CommandAnswer> {
  const { us, now } = dependencies;
  const body = {
    token: tokenOf(us, { authorizationReference, at: now().toISOString() }),
    location_id: address.locationId,
    evse_uid: address.evseUid,
    connector_id: address.connector,
    authorization_reference: authorizationReference,
  };
  return send(dependencies, { authorizationReference, address, command: 'START_SESSION', body });
}

export async function sendStop(dependencies: CommandDependencies, start: StartRecord): Promise<CommandAnswer> {
  const { authorizationReference, address, session } = start;
  const body = { session_id: session?.id };
  return send(dependencies, { authorizationReference, address, command: 'STOP_SESSION', body });
}

interface Command extends StationCall {
  command: 'START_SESSION' | 'STOP_SESSION' | 'UNLOCK_CONNECTOR';
  body: object;
}

/**
 * Sends a command and reads the CPO platform's immediate response. The result arrives later, at a response URL that contains a
 * secret.
 * @returns 'unknown' if the platform may have executed the command
 */
async function send({ starts, peers, us }: CommandDependencies, request: Command): Promise<CommandAnswer> {
  const { authorizationReference, address, command, body } = request;
  const connectionId = connectionOf(address);
  if (command === 'START_SESSION' && !(await peers.represents(address))) return 'refused';
  const endpoint = await peers.endpoint(connectionId, 'commands', 'RECEIVER', address);
  if (!endpoint) return 'refused';
  const secret = createToken();
  await starts.expectResult(secret, { authorizationReference, connectionId, command });
  const response_url = `${us.baseUrl}/${endpoint.version}/commands/${command}/${secret}`;
  const url = below(endpoint, command);
  try {
    const sent = endpoint.sendsNulls ? commandWithNulls(body) : body;
    const answer = await peers.call({
      ...endpoint,
      method: 'POST',
      url,
      about: address.evseUid,
      body: { response_url, ...sent },
    });
    // Some CPO platforms send a valid CommandResponse together with an OCPI or HTTP error. The CommandResponse takes precedence.
    const reading = readMessage({ schema: COMMAND_RESPONSE, message: answer.data, version: endpoint.version });
    if (reading.isValid) return ANSWERS[reading.value.result.toUpperCase()] ?? 'unknown';
    return answer.outcome === 'refused' || answer.outcome === 'undelivered' ? 'refused' : 'unknown';
  } catch (error) {
    if (!(error instanceof OcpiFailure)) throw error;
    return error.isUnsent ? 'refused' : 'unknown';
  }
}

const ANSWERS: Readonly<Record<string, CommandAnswer>> = {
  ACCEPTED: 'accepted',
  REJECTED: 'refused',
  NOT_SUPPORTED: 'refused',
  UNKNOWN_SESSION: 'unknown session',
};
