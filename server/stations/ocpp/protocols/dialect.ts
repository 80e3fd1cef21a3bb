import type { Money } from '../../../../shared/model/money.ts';
import type { Clocks } from '../chargePoints/clocks.ts';
import type { PlugNumbers, Plugs } from '../chargePoints/plugs.ts';
import type { Registry, StationBoot } from '../chargePoints/registry.ts';
import type { OcppStore } from '../chargePoints/storage.ts';
import { type Message, statusOf } from '../messages/values.ts';
import type { Wanted } from '../settings/requiredSettings.ts';
import type { SettingCalls } from '../settings/setting.ts';
import type { StationSocket } from '../sockets/sockets.ts';
import type { Starts } from '../transactions/starts.ts';
import { isOpenStart, type StoredStart, type StoredTransaction } from '../transactions/storedTransaction.ts';
import type { Transactions } from '../transactions/transactions.ts';

/** All our currencies have a hundred minor units; OCPP tells amounts in the currency's own. */
export const MINOR_IN_ONE = 100;

/** Every 5 minutes: its answer sets the station's clock. */
const HEARTBEAT_S = 300;
/** A station that may not work yet asks again. */
const PENDING_S = 30;

type BootFacts = Omit<StationBoot, 'at' | 'protocol'>;

export interface DialectDependencies {
  store: OcppStore;
  registry: Registry;
  starts: Starts;
  transactions: Transactions;
  plugs: Plugs;
  clocks: Clocks;
  now(): Date;
  /** Whether it may work: not while nothing is sold there. */
  booted(socket: StationSocket, boot: BootFacts): Promise<'Accepted' | 'Pending'>;
  /** Asks whether the station still knows of its open transactions, without waiting for it. */
  lookForGone(socket: StationSocket): void;
  /** Something of a message could not be used. */
  faulty(stationId: string, action: string): void;
}

/** An answer to a message of a station; null: none, so that it is sent again. */
export type Answer = (socket: StationSocket, message: Message) => Promise<object | null>;

/** What a version of OCPP calls what we ask of stations. Each rejects with CallFailed where there is no answer. */
export interface Dialect {
  /** By what the station calls its message. */
  answers: Readonly<Record<string, Answer>>;
  start(socket: StationSocket, start: StoredStart): Promise<{ isAccepted: boolean; transactionId: string | null }>;
  stop(socket: StationSocket, transaction: Pick<StoredTransaction, 'transactionId'>): Promise<boolean>;
  /** After a refused stop: whether it is over in fact. */
  isOver(socket: StationSocket, transaction: StoredTransaction): Promise<boolean>;
  /** Whether the station knows nothing of it any more, and has nothing to tell of it either. */
  isGone(socket: StationSocket, transaction: StoredTransaction): Promise<boolean>;
  unlock(socket: StationSocket, plug: PlugNumbers): Promise<boolean>;
  /** Null: the version has no message for it. */
  showCost: ((socket: StationSocket, ask: { transactionId: string; cost: Money }) => Promise<void>) | null;
  settings: SettingCalls;
  /** Which of the settings the version has. */
  hasSetting(wanted: Wanted): boolean;
  /** Begins anew; not at once, where it can wait until nobody charges. */
  reset(socket: StationSocket, ask: { isHard: boolean }): Promise<CommandReply>;
  /** Whether anybody may charge there. `plug` null: the whole station. */
  setAvailability(socket: StationSocket, ask: { isOperative: boolean; plug: PlugNumbers | null }): Promise<CommandReply>;
  /** Has the station say how its plugs stand. */
  askPlugs(socket: StationSocket, plugs: readonly PlugNumbers[]): Promise<void>;
  /** Has the station say what the meter of a transaction says. */
  askMeter(socket: StationSocket, transaction: StoredTransaction): Promise<void>;
}

/** What is only taken note of, by the library's log of messages. */
export const EMPTY_ANSWERS: Readonly<Record<string, Answer>> = {
  DataTransfer: async () => ({ status: 'UnknownVendorId' }),
  ...Object.fromEntries(
    [
      ...['DiagnosticsStatusNotification', 'FirmwareStatusNotification', 'LogStatusNotification', 'SecurityEventNotification'],
      ...['SignedFirmwareStatusNotification', 'NotifyReport', 'NotifyMonitoringReport', 'NotifyChargingLimit'],
      ...['NotifyDisplayMessages', 'NotifyCustomerInformation', 'ReservationStatusUpdate', 'NotifySettlement'],
    ].map(action => [action, async () => ({})]),
  ),
};

export async function answerBoot({ booted, now }: DialectDependencies, socket: StationSocket, boot: BootFacts): Promise<object> {
  const status = await booted(socket, boot);
  return { currentTime: now().toISOString(), interval: status === 'Accepted' ? HEARTBEAT_S : PENDING_S, status };
}

/** Whether a token is that of a start of ours at this station, which is wanted and not over. */
export async function isActiveToken(
  { starts, transactions }: Pick<DialectDependencies, 'starts' | 'transactions'>,
  stationId: string,
  token: string | null,
): Promise<boolean> {
  const start = token === null ? null : await starts.load(token);
  if (start?.stationId !== stationId || !isOpenStart(start)) return false;
  const transaction = start.transactionId === null ? null : await transactions.load(stationId, start.transactionId);
  return transaction?.state !== 'ended';
}

/**
 * When a start was asked for that was sent on the connection that is there since then: what it led to was not kept back. Of one that
 * was sent more than once the first may have come through. Null: sent on no connection, or on an earlier one.
 */
export function requestTimeOf(since: Date, start: StoredStart | null): Date | null {
  if (start?.sentAt == null) return null;
  const sentAt = new Date(start.sentAt);
  if (sentAt < since) return null;
  return start.sent > 1 ? new Date(start.askedAt) : sentAt;
}

/** What a station says to what a person has it do. 'scheduled': as soon as nobody charges there. */
export type CommandReply = 'accepted' | 'scheduled' | 'refused';

export const readCommandReply = (answer: unknown): CommandReply => {
  const status = statusOf(answer);
  if (status === 'Scheduled') return 'scheduled';
  return status === 'Accepted' ? 'accepted' : 'refused';
};

/** With the price in the driver's language, for stations with a screen (2.x: IdTokenInfo). */
export const wantedToken = ({ priceText }: Pick<StoredStart, 'priceText'>): object => ({
  status: 'Accepted',
  ...(priceText ? { personalMessage: { format: 'UTF8', language: priceText.language, content: priceText.text } } : {}),
});

export const isAccepted = (answer: unknown): boolean => statusOf(answer) === 'Accepted';
