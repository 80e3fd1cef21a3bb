import { readSamples } from '../messages/samples.ts';
import { readSignedValues } from '../messages/signedValues.ts';
import type { TransactionUpdate } from '../messages/updates.ts';
import { instantIn, integerIn, type Message, numberIn, textIn } from '../messages/values.ts';
import type { StationSocket } from '../sockets/sockets.ts';
import { ROUNDING_WH } from '../transactions/finalEnergy.ts';
import { NOTHING } from '../transactions/follow.ts';
import { isOpenStart, type StoredTransaction } from '../transactions/storedTransaction.ts';
import { type DialectDependencies, isActiveToken, requestTimeOf } from './dialect.ts';
import type { PendingStarts } from './pendingStarts.ts';

export type Dialect16Dependencies = DialectDependencies & { started: PendingStarts };

/** Accepts the tag of an open start at this station, and refuses any other (OCPP 1.6 §4.1). */
export async function authorize(context: Dialect16Dependencies, { stationId }: StationSocket, message: Message): Promise<object> {
  const isWanted = await isActiveToken(context, stationId, textIn(message.idTag));
  return { idTagInfo: { status: isWanted ? 'Accepted' : 'Invalid' } };
}

/**
 * Handles StartTransaction. The response always contains a transaction id, because the station would otherwise repeat the
 * message forever. If nobody pays for the transaction, the response is 'Invalid' and the transaction is stopped.
 */
export async function startTransaction(
  context: Dialect16Dependencies,
  { stationId, since }: StationSocket,
  message: Message,
): Promise<object> {
  const { starts, clocks, now, transactions, faulty } = context;
  const connectorId = integerIn(message.connectorId) ?? 1;
  const token = textIn(message.idTag)?.toUpperCase() ?? '';
  const meterStartWh = numberIn(message.meterStart);
  const at = instantIn(message.timestamp);
  if (meterStartWh === null || at === null) faulty(stationId, 'StartTransaction');
  const start = await starts.load(token);
  // If the start was sent on this connection, the station has not stored this message offline. The message's time can then be
  // used to measure the clock.
  const requestedAt = requestTimeOf(since, start);
  if (requestedAt) clocks.note(stationId, { at, requestedAt, receivedAt: now() });
  const transactionId = await numberOf(context, stationId, {
    connectorId,
    token,
    meterStartWh,
    timestamp: textIn(message.timestamp),
  });
  const isTimeKnown = at !== null && (clocks.isSet(at) || requestedAt !== null);
  const transaction = await transactions.apply(stationId, {
    ...NOTHING,
    phase: 'started',
    transactionId,
    token,
    at: isTimeKnown ? at : null,
    connector: connectorId,
    meterStartWh,
  });
  const isWanted = start !== null && transaction.authorizationReference !== null && isOpenStart(start);
  return { transactionId: Number(transactionId), idTagInfo: { status: isWanted ? 'Accepted' : 'Invalid' } };
}

interface StartFacts {
  connectorId: number;
  token: string;
  meterStartWh: number | null;
  timestamp: string | null;
}

/**
 * Returns the id of a transaction. A repeated StartTransaction gets the same id: with a new one, the station would stop the paid
 * session.
 */
async function numberOf(
  { starts, transactions, started }: Dialect16Dependencies,
  stationId: string,
  facts: StartFacts,
): Promise<string> {
  const { connectorId, token, meterStartWh, timestamp } = facts;
  const start = await starts.load(token);
  const known =
    start?.stationId === stationId && start.transactionId !== null
      ? await transactions.load(stationId, start.transactionId)
      : null;
  // If everything but the time is equal, the message is a repetition, and the station's clock was set meanwhile.
  if (known && known.meterStartWh === meterStartWh && known.last === null && known.state !== 'ended') return known.transactionId;
  return started.numberOf(stationId, {
    key: [connectorId, token, timestamp, meterStartWh].join(' '),
    connectorId,
    token,
    isStranger: start === null,
  });
}

export async function meterValues(
  context: Dialect16Dependencies,
  { stationId }: StationSocket,
  message: Message,
): Promise<object> {
  const samples = readSamples(message.meterValue);
  const signedValues = readSignedValues(message.meterValue);
  if (samples.length + signedValues.length === 0) context.faulty(stationId, 'MeterValues');
  const transactionId = await transactionOf(context, stationId, message);
  if (transactionId === null || samples.length + signedValues.length === 0) return {};
  const at = samples.at(-1)?.at ?? null;
  context.clocks.bound(stationId, at, context.now());
  await context.transactions.apply(stationId, { ...NOTHING, transactionId, samples, signedValues, at });
  return {};
}

/**
 * Returns the id of the transaction that a message is about. If the station has none with the message's id, the open transaction
 * at the connector is used.
 */
async function transactionOf(context: Dialect16Dependencies, stationId: string, message: Message): Promise<string | null> {
  const { started } = context;
  return (
    ((await namedIn(context, stationId, message)) ?? (await started.openAt(stationId, integerIn(message.connectorId) ?? 0)))
      ?.transactionId ?? null
  );
}

/** Finds the transaction whose id a message contains, however old it is. */
const namedIn = (
  { transactions }: Dialect16Dependencies,
  stationId: string,
  message: Message,
): Promise<StoredTransaction | null> => transactions.load(stationId, String(integerIn(message.transactionId)));

/**
 * Handles StopTransaction. The response is always positive, because a station discards a message that was refused (OCPP 1.6
 * §4.10).
 */
export async function stopTransaction(
  context: Dialect16Dependencies,
  { stationId }: StationSocket,
  message: Message,
): Promise<object> {
  const { transactions, started, faulty } = context;
  const transactionId = await stoppedOf(context, stationId, message);
  const meterStopWh = numberIn(message.meterStop);
  if (meterStopWh === null || meterStopWh < 0 || transactionId === null) faulty(stationId, 'StopTransaction');
  if (transactionId !== null) {
    const update: TransactionUpdate = {
      ...NOTHING,
      phase: 'ended',
      transactionId,
      at: instantIn(message.timestamp),
      meterStopWh: meterStopWh !== null && meterStopWh >= 0 ? meterStopWh : null,
      samples: readSamples(message.transactionData),
      signedValues: readSignedValues(message.transactionData),
      reason: textIn(message.reason),
    };
    await transactions.apply(stationId, update);
    await started.close(stationId, transactionId);
  }
  return textIn(message.idTag) === null ? {} : { idTagInfo: { status: 'Accepted' } };
}

/**
 * Finds the transaction that a StopTransaction ends: by its id, else by its tag, else the only open one that it can end.
 * @returns null if none or several are possible
 */
async function stoppedOf(context: Dialect16Dependencies, stationId: string, message: Message): Promise<string | null> {
  const named = await namedIn(context, stationId, message);
  if (named) return named.transactionId;
  const open = (await context.started.list(stationId)).filter(each => each.isOpen);
  const tag = textIn(message.idTag)?.toUpperCase();
  const ofTag = open.filter(({ token }) => token === tag);
  const [only, ...others] = ofTag.length > 0 ? ofTag : open;
  if (!only || others.length > 0) return null;
  const known = await context.transactions.load(stationId, only.transactionId);
  return ofTag.length > 0 || (known && canEnd(context, known, message)) ? only.transactionId : null;
}

/** Returns false if the message is older than the transaction's last meter reading, or if its meter value is lower. */
function canEnd(
  { clocks }: Dialect16Dependencies,
  { startedAt, offsetMs, meterStartWh, last }: StoredTransaction,
  message: Message,
): boolean {
  const at = instantIn(message.timestamp);
  const isBefore =
    at !== null && startedAt !== null && clocks.isSet(at) && at.getTime() + offsetMs < Date.parse(last?.at ?? startedAt);
  const minWh = (meterStartWh ?? 0) + (last?.energyWh ?? 0) - ROUNDING_WH;
  const meterStopWh = numberIn(message.meterStop);
  return !isBefore && (meterStopWh === null || meterStopWh < 0 || meterStopWh >= minWh);
}
