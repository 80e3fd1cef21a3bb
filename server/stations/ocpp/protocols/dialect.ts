import type { Trigger } from '../../../../shared/console/stationCommands.ts';
import type { Money } from '../../../../shared/model/money.ts';
import type { Clocks } from '../chargePoints/clocks.ts';
import type { PlugNumbers, Plugs } from '../chargePoints/plugs.ts';
import type { Registry, StationBoot } from '../chargePoints/registry.ts';
import type { OcppStore } from '../chargePoints/storage.ts';
import type { LogFiles, LogRequest } from '../files/logFiles.ts';
import type { UpdateFirmware } from '../firmware/firmwareCalls.ts';
import type { FirmwareUpdates } from '../firmware/firmwareUpdates.ts';
import type { SecurityEvents } from '../messages/securityEvents.ts';
import { type Message, statusOf } from '../messages/values.ts';
import type { LimitCalls } from '../settings/limitCalls.ts';
import type { Wanted } from '../settings/requiredSettings.ts';
import type { SettingCalls } from '../settings/setting.ts';
import type { SettingLists } from '../settings/settingList.ts';
import type { StationSocket } from '../sockets/sockets.ts';
import type { Starts } from '../transactions/starts.ts';
import { isOpenStart, type StoredStart, type StoredTransaction } from '../transactions/storedTransaction.ts';
import type { Transactions } from '../transactions/transactions.ts';

/** Amounts in OCPP are in major units. All supported currencies have 100 minor units. */
export const MINOR_IN_ONE = 100;

/** Interval of Heartbeats in seconds. The response to a Heartbeat sets the station's clock. */
const HEARTBEAT_S = 300;
/** Seconds after which a station that is not accepted yet sends its next BootNotification. */
const PENDING_S = 30;

type BootFacts = Omit<StationBoot, 'at' | 'protocol'>;

export interface DialectDependencies {
  store: OcppStore;
  registry: Registry;
  starts: Starts;
  transactions: Transactions;
  plugs: Plugs;
  clocks: Clocks;
  settingLists: SettingLists;
  logFiles: Pick<LogFiles, 'report'>;
  firmware: Pick<FirmwareUpdates, 'report' | 'endIfSilent'>;
  security: Pick<SecurityEvents, 'note'>;
  now(): Date;
  /**
   * Handles a boot.
   * @returns 'Pending' while no plug of the station is offered to drivers
   */
  booted(socket: StationSocket, boot: BootFacts): Promise<'Accepted' | 'Pending'>;
  /** Checks whether the station still knows its open transactions. Does not wait for the result. */
  findMissing(socket: StationSocket): void;
  /** Counts a malformed or incomplete message. */
  faulty(stationId: string, action: string): void;
}

/**
 * Handles a message of a station.
 * @returns the response, or null to send none, so that the station repeats the message
 */
export type Answer = (socket: StationSocket, message: Message) => Promise<object | null>;

/**
 * The app's requests to stations and its handlers of their messages, for one OCPP version. Requests reject with CallFailed if no
 * response comes.
 */
export interface Dialect {
  /** The handlers of the station's messages, by action. */
  answers: Readonly<Record<string, Answer>>;
  start(socket: StationSocket, start: StoredStart): Promise<{ isAccepted: boolean; transactionId: string | null }>;
  stop(socket: StationSocket, transaction: Pick<StoredTransaction, 'transactionId'>): Promise<boolean>;
  /** Asks the station, after it has refused a stop, whether the transaction is already over. */
  isOver(socket: StationSocket, transaction: StoredTransaction): Promise<boolean>;
  /** True if the station no longer knows the transaction and has no queued messages about it. */
  isMissing(socket: StationSocket, transaction: StoredTransaction): Promise<boolean>;
  unlock(socket: StationSocket, plug: PlugNumbers): Promise<boolean>;
  /** Shows the cost so far on the station's screen. Null: this OCPP version has no message for that. */
  showCost: ((socket: StationSocket, request: { transactionId: string; cost: Money }) => Promise<void>) | null;
  settings: SettingCalls;
  limits: LimitCalls;
  /** True if this OCPP version has the setting. */
  hasSetting(wanted: Wanted): boolean;
  /** Restarts the station. A soft reset may wait until no session is running. */
  reset(socket: StationSocket, request: { isHard: boolean }): Promise<CommandReply>;
  /** Sets whether a plug may be used. `plug` null: all plugs of the station. */
  setAvailability(socket: StationSocket, request: { isOperative: boolean; plug: PlugNumbers | null }): Promise<CommandReply>;
  /** Requests a message of the station. `plugs`: its offered plugs, which some messages of OCPP 2.x must name. */
  trigger(socket: StationSocket, message: Trigger, plugs: readonly PlugNumbers[]): Promise<CommandReply>;
  /** Requests all settings of the station, and stores them when they arrive. */
  readSettings(socket: StationSocket): Promise<CommandReply>;
  /** Requests a firmware update, about which the station reports in separate messages. */
  updateFirmware: UpdateFirmware;
  /** Requests a log file, which the station uploads below `location`. 'no file': the station has none. */
  requestLog(socket: StationSocket, request: LogRequest): Promise<CommandReply | 'no file'>;
  /** Requests the status of plugs. The station sends it in separate messages. */
  requestPlugs(socket: StationSocket, plugs: readonly PlugNumbers[]): Promise<void>;
  /** Requests the meter values of a transaction. The station sends them in a separate message. */
  requestMeter(socket: StationSocket, transaction: StoredTransaction): Promise<void>;
}

/** Messages that the app answers but does not use. */
export const EMPTY_ANSWERS: Readonly<Record<string, Answer>> = {
  DataTransfer: async () => ({ status: 'UnknownVendorId' }),
  ...Object.fromEntries(
    [
      ...['NotifyMonitoringReport', 'NotifyChargingLimit'],
      ...['NotifyDisplayMessages', 'NotifyCustomerInformation', 'ReservationStatusUpdate', 'NotifySettlement'],
    ].map(action => [action, async () => ({})]),
  ),
};

/** Stores a security event. */
export async function answerSecurityEvent(
  { security }: Pick<DialectDependencies, 'security'>,
  { stationId }: StationSocket,
  message: Message,
): Promise<object> {
  await security.note(stationId, message);
  return {};
}

/** Answers a Heartbeat, which sets the station's clock. */
export const answerHeartbeat =
  ({ firmware, now }: Pick<DialectDependencies, 'firmware' | 'now'>): Answer =>
  async ({ stationId }) => {
    await firmware.endIfSilent(stationId);
    return { currentTime: now().toISOString() };
  };

/** Handles the messages about log files and firmware updates. */
export function maintenanceAnswers({
  logFiles,
  firmware,
}: Pick<DialectDependencies, 'logFiles' | 'firmware'>): Readonly<Record<string, Answer>> {
  const reportTo =
    ({ report }: Pick<LogFiles, 'report'>): Answer =>
    async ({ stationId }, message) => {
      await report(stationId, message);
      return {};
    };
  return {
    DiagnosticsStatusNotification: reportTo(logFiles),
    LogStatusNotification: reportTo(logFiles),
    FirmwareStatusNotification: reportTo(firmware),
    SignedFirmwareStatusNotification: reportTo(firmware),
  };
}

export async function answerBoot({ booted, now }: DialectDependencies, socket: StationSocket, boot: BootFacts): Promise<object> {
  const status = await booted(socket, boot);
  return { currentTime: now().toISOString(), interval: status === 'Accepted' ? HEARTBEAT_S : PENDING_S, status };
}

/** True if a token belongs to an open start at this station, and that start's transaction is not over. */
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
 * Returns when the app requested a start, if it was sent on the current connection (open since `since`). Messages about such a
 * start were not stored offline. If the start was sent twice, the first request counts, because it may have arrived.
 * @returns null if the start was not sent on this connection
 */
export function requestTimeOf(since: Date, start: StoredStart | null): Date | null {
  if (start?.sentAt == null) return null;
  const sentAt = new Date(start.sentAt);
  if (sentAt < since) return null;
  return start.sent > 1 ? new Date(start.requestedAt) : sentAt;
}

/** The station's response to a command from staff. 'scheduled': the station executes it when no session is running. */
export type CommandReply = 'accepted' | 'scheduled' | 'refused';

export const readCommandReply = (answer: unknown): CommandReply => {
  const status = statusOf(answer);
  if (status === 'Scheduled') return 'scheduled';
  return status === 'Accepted' ? 'accepted' : 'refused';
};

/**
 * Returns the response that accepts a token. With `priceText`, it contains the price in the driver's language, for stations with
 * a screen (IdTokenInfo of OCPP 2.x).
 */
export const wantedToken = ({ priceText }: Pick<StoredStart, 'priceText'>): object => ({
  status: 'Accepted',
  ...(priceText ? { personalMessage: { format: 'UTF8', language: priceText.language, content: priceText.text } } : {}),
});

export const isAccepted = (answer: unknown): boolean => statusOf(answer) === 'Accepted';
