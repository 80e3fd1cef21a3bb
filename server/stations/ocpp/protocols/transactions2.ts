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

/** What ends charging, whether the transaction goes on until the cable is pulled or not (errata of 2.0.1, 2.6.1). */
const STOPS = [
  ...['RemoteStop', 'StopAuthorized', 'EVDeparted', 'EVCommunicationLost'],
  ...['CostLimitReached', 'EnergyLimitReached', 'TimeLimitReached', 'SoCLimitReached'],
];

/** These say why a message is sent, not that charging is over: the vehicle's state beside them does. */
const STOPS_IN: Readonly<Record<string, readonly (Activity | null)[]>> = {
  Deauthorized: ['no vehicle', 'connected', 'paused by the station'],
  AbnormalCondition: ['no vehicle', 'connected'],
  ResetCommand: ['no vehicle', 'connected'],
};

const isStop = (trigger: string, activity: Activity | null): boolean =>
  STOPS.includes(trigger) ? activity !== 'charging' : (STOPS_IN[trigger]?.includes(activity) ?? false);

/** The vehicle has gone, but the transaction goes on: anybody could plug in (OCPP 2.0.1 E_26). */
const DEPARTURES = ['EVDeparted', 'EVCommunicationLost'];

/** In capitals; null: none. The token of a start button is empty, of type NoAuthorization (OCPP 2.0.1 C02), and one that is not paid for. */
const tokenIn = (idToken: unknown): string | null => (isMessage(idToken) ? (textIn(idToken.idToken)?.toUpperCase() ?? '') : null);

/** A message of 2.x as news; what is left out says nothing. */
function readTransactionEvent(message: Message): TransactionUpdate | null {
  const info = messageIn(message.transactionInfo);
  const transactionId = textIn(info.transactionId);
  const phase = PHASES[textIn(message.eventType) ?? ''];
  if (transactionId === null || phase === undefined) return null;
  const evse = messageIn(message.evse);
  const activity = ACTIVITIES[textIn(info.chargingState) ?? ''] ?? null;
  const trigger = textIn(message.triggerReason) ?? '';
  // Nobody plugged in: some end the transaction, some only say so (F_04, E_39).
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
    reason: textIn(info.stoppedReason) ?? (trigger || null),
  };
}

/**
 * The only message of 2.x that is about money. It cannot be refused (E_53): a token that nobody wants is called invalid, and what
 * runs on it is stopped.
 */
export async function transactionEvent(
  desk: DialectDependencies,
  { stationId, protocol, since }: StationSocket,
  message: Message,
): Promise<object> {
  const { starts, clocks, now, transactions, faulty } = desk;
  const update = readTransactionEvent(message);
  if (update === null) {
    faulty(stationId, 'TransactionEvent');
    return {};
  }
  const requested = await transactions.startOf(stationId, update);
  // Not every station says what it has kept back: a start that was asked for on this very connection was not.
  const requestedAt = update.isOffline ? null : requestTimeOf(since, requested);
  if (requestedAt) clocks.note(stationId, { at: update.at, askedAt: requestedAt, receivedAt: now() });
  clocks.bound(stationId, update.at, now());
  const isSet = update.at !== null && (clocks.isSet(update.at) || !update.isOffline);
  const transaction = await transactions.take(stationId, isSet ? update : { ...update, at: null });
  const reference = transaction.authorizationReference;
  const hasLeft = DEPARTURES.includes(update.reason ?? '') && update.phase !== 'ended';
  if (hasLeft && reference !== null) transactions.end(stationId, update.transactionId);
  const canLimit = protocol === 'ocpp2.1' && reference !== null && (await stopsByCost(desk, stationId));
  const limited = canLimit ? await limitFor(desk, reference, update) : {};
  if (update.token === null) return limited;
  const start = await starts.load(update.token);
  const isWanted = start !== null && start.authorizationReference === reference && isOpenStart(start);
  return { idTokenInfo: isWanted ? wantedToken(start) : { status: 'Invalid' }, ...limited };
}

/** What a station does not name among its limits it would refuse, or forget (E16.FR.12). */
const stopsByCost = async ({ registry }: DialectDependencies, stationId: string): Promise<boolean> =>
  (await registry.find(stationId))?.abilities?.limits.includes('maxCost') ?? false;

/**
 * The station stops by itself at the driver's limit, by the cost that it is told (use case E16). Told once, and again where the same
 * message comes again: our own stop comes before it. A station that cannot do it ignores it.
 */
async function limitFor({ starts }: DialectDependencies, reference: string, { seqNo }: TransactionUpdate): Promise<object> {
  const start = await starts.load(reference);
  if (!start?.limit || start.state === 'cancelled') return {};
  const isAgain = seqNo !== null && start.limitToldTo === seqNo;
  if (start.isLimitTold && !isAgain) return {};
  if (!start.isLimitTold) await starts.change(reference, { isLimitTold: true, limitToldTo: seqNo });
  return { transactionLimit: { maxCost: start.limit.amountMinor / MINOR_IN_ONE } };
}
