import { readSamples } from '../messages/samples.ts';
import { readSignedValues } from '../messages/signedValues.ts';
import type { Activity, TransactionUpdate } from '../messages/updates.ts';
import { instantIn, integerIn, isMessage, type Message, messageIn, textIn } from '../messages/values.ts';
import type { StationSocket } from '../sockets/sockets.ts';
import { NOTHING } from '../transactions/follow.ts';
import { isOpenStart } from '../transactions/storedTransaction.ts';
import { type DialectDependencies, MINOR_IN_ONE, requestTimeOf, wantedToken } from './dialect.ts';

const PHASES: Readonly<Record<string, TransactionUpdate['phase']>> = { Started: 'started', Updated: 'updated', Ended: 'ended' };

const ACTIVITIES: Readonly<Record<string, Activity>> = {
  Idle: 'no vehicle',
  EVConnected: 'connected',
  Charging: 'charging',
  SuspendedEV: 'paused by the vehicle',
  SuspendedEVSE: 'paused by the station',
};

/**
 * Trigger reasons that mean that charging has ended. The transaction may continue until the cable is unplugged (errata of OCPP
 * 2.0.1, 2.6.1).
 */
const STOPS = [
  ...['RemoteStop', 'StopAuthorized', 'EVDeparted', 'EVCommunicationLost'],
  ...['CostLimitReached', 'EnergyLimitReached', 'TimeLimitReached', 'SoCLimitReached'],
];

/** Trigger reasons that mean an end of charging only if the vehicle is in one of these states. */
const STOPS_IN: Readonly<Record<string, readonly (Activity | null)[]>> = {
  Deauthorized: ['no vehicle', 'connected', 'paused by the station'],
  AbnormalCondition: ['no vehicle', 'connected'],
  ResetCommand: ['no vehicle', 'connected'],
};

const isStop = (trigger: string, activity: Activity | null): boolean =>
  STOPS.includes(trigger) ? activity !== 'charging' : (STOPS_IN[trigger]?.includes(activity) ?? false);

/**
 * Trigger reasons that mean that the vehicle has left. If the transaction continues, another driver could plug in and charge on
 * it (OCPP 2.0.1, test case TC_E_26_CSMS).
 */
const DEPARTURES = ['EVDeparted', 'EVCommunicationLost'];

/**
 * Reads a token in upper case. A start button at the station sends an empty token of type NoAuthorization, for which nobody pays
 * (OCPP 2.0.1 C02).
 * @returns null if there is no token
 */
const tokenIn = (idToken: unknown): string | null => (isMessage(idToken) ? (textIn(idToken.idToken)?.toUpperCase() ?? '') : null);

/**
 * Parses a TransactionEvent. A missing field leaves the transaction unchanged.
 * @returns null if the event type or the transaction id is missing
 */
function readTransactionEvent(message: Message): TransactionUpdate | null {
  const info = messageIn(message.transactionInfo);
  const transactionId = textIn(info.transactionId);
  const phase = PHASES[textIn(message.eventType) ?? ''];
  if (transactionId === null || phase === undefined) return null;
  const evse = messageIn(message.evse);
  const activity = ACTIVITIES[textIn(info.chargingState) ?? ''] ?? null;
  const trigger = textIn(message.triggerReason) ?? '';
  // `EVConnectTimeout` means that no vehicle was plugged in. Some stations then end the transaction, others send only this
  // trigger reason (test cases TC_F_04_CSMS and TC_E_39_CSMS).
  const isNeverPlugged = trigger === 'EVConnectTimeout' && activity !== 'charging';
  return {
    ...NOTHING,
    phase: isNeverPlugged ? 'ended' : phase,
    transactionId,
    token: tokenIn(message.idToken),
    remoteStartId: integerIn(info.remoteStartId),
    at: instantIn(message.timestamp),
    evse: integerIn(evse.id),
    connector: integerIn(evse.connectorId),
    activity,
    samples: readSamples(message.meterValue),
    signedValues: readSignedValues(message.meterValue),
    isOffline: message.offline === true,
    seqNo: integerIn(message.seqNo),
    stop: isStop(trigger, activity) ? 'stopped' : null,
    reason: textIn(info.stoppedReason),
  };
}

/**
 * Handles TransactionEvent, the only message of OCPP 2.x about transactions. It cannot be refused (test case TC_E_53_CSMS). If
 * nobody pays for its token, the response is 'Invalid' and the transaction is stopped.
 */
export async function transactionEvent(
  context: DialectDependencies,
  { stationId, protocol, since }: StationSocket,
  message: Message,
): Promise<object> {
  const { starts, clocks, now, transactions, faulty } = context;
  const update = readTransactionEvent(message);
  if (update === null) {
    faulty(stationId, 'TransactionEvent');
    return {};
  }
  const requested = await transactions.startOf(stationId, update);
  // Some stations do not mark messages that they stored offline. A message about a start that was sent on this connection cannot
  // have been stored offline.
  const requestedAt = update.isOffline ? null : requestTimeOf(since, requested);
  if (requestedAt) clocks.note(stationId, { at: update.at, requestedAt, receivedAt: now() });
  clocks.bound(stationId, update.at, now());
  const isSet = update.at !== null && (clocks.isSet(update.at) || !update.isOffline);
  const transaction = await transactions.apply(stationId, isSet ? update : { ...update, at: null });
  const reference = transaction.authorizationReference;
  const hasLeft = DEPARTURES.includes(textIn(message.triggerReason) ?? '') && update.phase !== 'ended';
  if (hasLeft && reference !== null) transactions.end(stationId, update.transactionId);
  const canLimit = protocol === 'ocpp2.1' && reference !== null && (await stopsByCost(context, stationId));
  const limited = canLimit ? await limitFor(context, reference, update) : {};
  if (update.token === null) return limited;
  const start = await starts.load(update.token);
  const isWanted = start !== null && start.authorizationReference === reference && isOpenStart(start);
  return { idTokenInfo: isWanted ? wantedToken(start) : { status: 'Invalid' }, ...limited };
}

/**
 * True if the station supports a cost limit. A station refuses or ignores limits that it does not list in SupportedLimits
 * (E16.FR.12).
 */
const stopsByCost = async ({ registry }: DialectDependencies, stationId: string): Promise<boolean> =>
  (await registry.find(stationId))?.abilities?.limits.includes('maxCost') ?? false;

/**
 * Returns the part of a response that contains the driver's cost limit. The station stops by itself when the costs that the app
 * sends to it reach the limit (use case E16), though usually the app stops first. The limit is sent once, and again only if the
 * station repeats the message.
 */
async function limitFor({ starts }: DialectDependencies, reference: string, { seqNo }: TransactionUpdate): Promise<object> {
  const start = await starts.load(reference);
  if (!start?.limit || start.state === 'cancelled') return {};
  const isAgain = seqNo !== null && start.limitReportedTo === seqNo;
  if (start.isLimitReported && !isAgain) return {};
  if (!start.isLimitReported) await starts.change(reference, { isLimitReported: true, limitReportedTo: seqNo });
  return { transactionLimit: { maxCost: start.limit.amountMinor / MINOR_IN_ONE } };
}
