import type { LRUCache } from 'lru-cache';
import type { Money } from '../../../shared/model/money.ts';
import type { StationAddress, StationCall, StationCapabilities, StationStart, Stations } from '../../core/ports/stationPort.ts';
import { cancelStart, transactionOf } from './cancelled.ts';
import type { Clocks } from './chargePoints/clocks.ts';
import type { Codes } from './codes/secrets.ts';
import type { CommandStore } from './commands/commands.ts';
import { notifyWebPaymentStarted } from './commands/runCommand.ts';
import type { Holds } from './connectionLeases.ts';
import type { StationsHealth } from './health.ts';
import type { Dialect } from './protocols/dialect.ts';
import { CallFailed } from './sockets/calls.ts';
import type { Sockets, StationSocket } from './sockets/sockets.ts';
import { LAST_VALUE_WITHIN_MS } from './transactions/follow.ts';
import { snapshotOf } from './transactions/snapshot.ts';
import type { Starts } from './transactions/starts.ts';
import type { StoredTransaction } from './transactions/storedTransaction.ts';
import type { Transactions } from './transactions/transactions.ts';

export interface StationsDependencies {
  health: StationsHealth;
  commands: CommandStore;
  codes: Codes;
  clocks: Clocks;
  starts: Starts;
  transactions: Transactions;
  sockets: Sockets;
  holds: Holds;
  dialectOf(socket: StationSocket): Dialect;
  now(): Date;
  /** Maps an authorization reference to the time when the session's cost was last shown at the station, in epoch milliseconds. */
  shown: LRUCache<string, number>;
}

/** A start without a response is sent a second time after 30 s, and not again. */
const AGAIN_MS = 30_000;
const MAX_SENDS = 2;
/** How long an accepted stop is not repeated. Stations refuse a second stop while they carry out the first. */
const STOP_HOLDS_MS = 60_000;
/** If the latest meter reading is older, a new one is requested. */
const STALE_MS = 150_000;

/** Creates the `Stations` port for stations that are connected by OCPP. */
export function createOcppStations(dependencies: StationsDependencies): Stations {
  const { starts, transactions, sockets, holds, dialectOf, codes, clocks, commands, now, health } = dependencies;
  return {
    start: request => start(dependencies, request),
    cancelStart: request => cancelStart(dependencies, request),
    stop: request => stop(dependencies, request),
    async unlock({ address }) {
      const socket = socketOf(dependencies, address);
      if (!socket || !address.chargePoint) return 'unknown';
      const { chargePoint } = address;
      const isUnlocked = await answered(() => dialectOf(socket).unlock(socket, chargePoint));
      if (isUnlocked === 'refused') return 'refused';
      if (isUnlocked === 'unknown') return 'unknown';
      return isUnlocked ? 'unlocked' : 'refused';
    },
    async checkCode({ address: { chargePoint }, password, version }) {
      if (!chargePoint) return { is: 'unknown' };
      const { id: station, evse } = chargePoint;
      // The passwords in the QR codes on a screen depend on the station's own clock.
      const at = new Date(now().getTime() - clocks.offsetMs(station));
      return codes.checkCode({ station, evse, password, version, at });
    },
    async sendPaymentStarted({ address, timeoutS }) {
      const { id, evse } = address.chargePoint ?? { id: '', evse: 1 };
      const socket = sockets.find(id);
      if (socket) await answered(() => notifyWebPaymentStarted(socket, { evse, timeoutS }));
      // If another process is connected to the station, it reads the stored command within a few seconds.
      else if (holds.find(id)?.protocol === 'ocpp2.1') await commands.request(id, { does: 'tell of a payment', evse, timeoutS });
    },
    showCost: request => showCost(dependencies, request),
    // The app settles the payment itself, so the station needs no information about it.
    sendPaymentAdvice: async () => 'sent',
    async read({ authorizationReference, since }) {
      const known = await starts.load(authorizationReference);
      if (!known) return null;
      const transaction = await transactionOf(dependencies, known);
      if (transaction) requestStaleMeter(dependencies, transaction);
      const signedValues = transaction?.isFinal ? await transactions.signedOf(transaction) : [];
      return snapshotOf(known, transaction, { since, signedValues });
    },
    capabilities: address => capabilitiesOf(address, holds),
    health: health.check,
  };
}

const socketOf = ({ sockets }: StationsDependencies, { chargePoint }: StationAddress): StationSocket | null =>
  chargePoint ? sockets.find(chargePoint.id) : null;

/**
 * Waits for a station's response.
 * @returns 'refused' if the station has certainly not executed the call, 'unknown' if it may have
 */
async function answered<T>(call: () => Promise<T>): Promise<T | 'refused' | 'unknown'> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    return error.isRefused ? 'refused' : 'unknown';
  }
}

async function start(dependencies: StationsDependencies, request: StationStart): Promise<'accepted' | 'refused' | 'unknown'> {
  const { starts, dialectOf, now } = dependencies;
  const { authorizationReference: requested, address, limitMinor, currency, priceText = null } = request;
  const limit = limitMinor === null || currency === undefined ? null : { amountMinor: limitMinor, currency };
  const known = await starts.begin({ authorizationReference: requested, address, limit, priceText });
  const { authorizationReference: reference, stationId } = known;
  if (known.state === 'refused' || known.state === 'cancelled') return 'refused';
  if (known.state === 'accepted' || known.transactionId !== null) return 'accepted';
  const socket = socketOf(dependencies, request.address);
  if (!socket) return 'unknown';
  const dialect = dialectOf(socket);
  const isTooSoon = known.sentAt !== null && now().getTime() - Date.parse(known.sentAt) < AGAIN_MS;
  if (isTooSoon || known.sent >= MAX_SENDS) return 'unknown';
  if (known.sent > 0) await requestPlugStatus(dependencies, socket, request.address);
  // Stored before the start is sent, so that other processes know that it may have arrived. A start that was given up meanwhile
  // is not sent.
  const sending = await starts.beginSending(reference, { after: known.sent });
  if (sending === 'given up') return 'refused';
  if (sending === 'sent by another') return 'unknown';
  const answer = await answered(() =>
    dialect.start(socket, sending).catch(async error => {
      if (error instanceof CallFailed && !error.isSent) await starts.undoSending(known);
      throw error;
    }),
  );
  if (answer === 'unknown') return 'unknown';
  if (answer === 'refused' || !answer.isAccepted) {
    // If the start was sent twice, the station may refuse it because it has executed the first request.
    if (sending.sent > 1) return 'unknown';
    const after = await starts.refuse(reference);
    return after?.transactionId == null ? 'refused' : 'accepted';
  }
  const { transactionId } = answer;
  await starts.accept(reference, transactionId);
  if (transactionId !== null && (await starts.load(reference))?.state === 'cancelled')
    dependencies.transactions.end(stationId, transactionId);
  return 'accepted';
}

/** Requests the status of the plug before a start is sent again, because the station may have executed the first request. */
async function requestPlugStatus(
  { dialectOf }: StationsDependencies,
  socket: StationSocket,
  { chargePoint }: StationAddress,
): Promise<void> {
  if (chargePoint) await answered(() => dialectOf(socket).requestPlugs(socket, [chargePoint]));
}

async function stop(
  dependencies: StationsDependencies,
  { authorizationReference, address }: StationCall,
): Promise<'accepted' | 'already-stopped' | 'refused' | 'unknown'> {
  const { starts, dialectOf, now } = dependencies;
  const known = await starts.load(authorizationReference);
  if (!known) return 'already-stopped';
  const transaction = await transactionOf(dependencies, known);
  if (!transaction) {
    if (known.state === 'cancelled' || known.state === 'refused') return 'already-stopped';
    // In OCPP 1.6, a transaction can be stopped only by its id, which the app assigns when it begins. The stop is sent then.
    await starts.change(authorizationReference, { isStopWanted: true });
    return 'unknown';
  }
  if (transaction.state === 'ended') return 'already-stopped';
  const { stopAcceptedAt } = known;
  if (stopAcceptedAt !== null && now().getTime() - Date.parse(stopAcceptedAt) < STOP_HOLDS_MS) return 'accepted';
  const socket = socketOf(dependencies, address);
  if (!socket) return 'unknown';
  const dialect = dialectOf(socket);
  const isAccepted = await answered(() => dialect.stop(socket, transaction));
  if (isAccepted === 'unknown') return 'unknown';
  if (isAccepted === true) {
    await starts.change(authorizationReference, { stopAcceptedAt: now().toISOString() });
    return 'accepted';
  }
  const isOver = await answered(() => dialect.isOver(socket, transaction));
  return isOver === true ? 'already-stopped' : 'refused';
}

/** Minimum interval of cost messages. More frequent ones would be of no use to a driver at the screen. */
const SHOWN_EACH_MS = 60_000;

function showCost(
  { sockets, starts, dialectOf, shown, now }: StationsDependencies,
  request: StationCall & { cost: Money },
): void {
  const { authorizationReference, address, cost } = request;
  const socket = address.chargePoint ? sockets.find(address.chargePoint.id) : null;
  const { showCost: show } = socket ? dialectOf(socket) : { showCost: null };
  const at = now().getTime();
  if (
    !socket ||
    !show ||
    withoutScreen.has(socket) ||
    at - (shown.get(authorizationReference) ?? Number.NEGATIVE_INFINITY) < SHOWN_EACH_MS
  )
    return;
  shown.set(authorizationReference, at);
  void starts
    .load(authorizationReference)
    .then(async start => start?.transactionId != null && show(socket, { transactionId: start.transactionId, cost }))
    .catch(error => {
      if (error instanceof CallFailed && error.isRefused) withoutScreen.add(socket);
    });
}

/** Connections of stations that have refused cost messages. */
const withoutScreen = new WeakSet<StationSocket>();

/** Requests a meter reading if the latest one is old. Does not wait, because the station sends it in a separate message. */
function requestStaleMeter(dependencies: StationsDependencies, transaction: StoredTransaction): void {
  const { sockets, dialectOf, now } = dependencies;
  const lastReportMs = Date.parse(transaction.last?.at ?? transaction.firstMessageAt);
  const socket = sockets.find(transaction.stationId);
  if (!socket || transaction.state === 'ended' || now().getTime() - lastReportMs < STALE_MS) return;
  void answered(() => dialectOf(socket).requestMeter(socket, transaction));
}

function capabilitiesOf({ chargePoint, plug }: StationAddress, holds: Holds): StationCapabilities {
  const held = chargePoint === null ? null : holds.find(chargePoint.id);
  return {
    isReachable: held !== null,
    meterIntervalS: held?.meterIntervalS ?? (plug?.isDc ? 15 : 60),
    // OCPP has no message that takes back an accepted start (OCPP 1.6 §5.11).
    rejectsCancelledStarts: false,
    canUnlock: plug?.canUnlock ?? false,
    lastValueWithinS: LAST_VALUE_WITHIN_MS / 1000,
    receivesPaymentAdvice: false,
  };
}
