import type { Money } from '../../../../shared/model/money.ts';
import type { StationAddress, StationStart } from '../../../core/ports/stationPort.ts';
import type { Activity } from '../messages/updates.ts';

/** A start that the app requests from a station. Stored before it is sent. */
export interface StoredStart {
  authorizationReference: string;
  stationId: string;
  address: StationAddress;
  /** The number that stations with OCPP 2.x send back in messages about the transaction. */
  remoteStartId: number;
  requestedAt: string;
  /** Time of the latest attempt to send the start. Null: it was never sent. */
  sentAt: string | null;
  sent: number;
  /** 'asked': requested, and perhaps not received by the station. 'cancelled': if a transaction begins, it is stopped. */
  state: 'asked' | 'accepted' | 'refused' | 'cancelled';
  /** Null: no transaction is known yet. */
  transactionId: string | null;
  /** True: a stop was requested before the transaction began. */
  isStopWanted: boolean;
  /** The maximum cost, for stations that can stop by themselves. Null: charging is free. */
  limit: Money | null;
  /** The price in words, for the station's screen. Missing: none. */
  priceText?: StationStart['priceText'];
  /** True: the limit was sent in a response, which may have been lost. */
  isLimitReported: boolean;
  /**
   * seqNo of the message whose response contained the limit. If the message is repeated, that response was lost. Missing or
   * null: the message had no seqNo.
   */
  limitReportedTo?: number | null;
  /** When the station last accepted a stop. Null: it has accepted none. */
  stopAcceptedAt: string | null;
}

/** True if somebody pays for a transaction of this start. */
export const isOpenStart = ({ state }: Pick<StoredStart, 'state'>): boolean => state === 'asked' || state === 'accepted';

/**
 * Notes about a transaction that is assigned to no start of the app, because neither its token nor its remoteStartId belongs to
 * one.
 */
export interface Unowned {
  /** True: a token has arrived that belongs to no start. In OCPP 1.6, a transaction always has a token. */
  hasToken: boolean;
  /** First value of the register in Wh. Null: none has arrived. */
  firstWh: number | null;
  /** Since when energy has been flowing, by the app's clock. Null: none is flowing. */
  flowsSince: string | null;
  /** Number of messages since `flowsSince` that showed flowing energy. */
  flowMessages: number;
}

/** A station's transaction as stored. Energy is in Wh. */
export interface StoredTransaction {
  stationId: string;
  transactionId: string;
  /** The start to which the transaction is assigned. Null: none. */
  authorizationReference: string | null;
  /** Missing: the transaction is assigned to a start, or it is over. */
  unowned?: Unowned;
  evse: number | null;
  connector: number | null;
  /** The id under which an earlier transaction with the same id is stored. Missing: there was none. */
  formerId?: string;
  /** Time of the first message, by the app's clock. */
  firstMessageAt: string;
  /**
   * Milliseconds by which the station's clock is behind. Fixed when the session begins, unless the station's clock is set later.
   */
  offsetMs: number;
  state: 'waiting' | 'charging' | 'paused' | 'ended';
  activity: Activity | null;
  hasCharged: boolean;
  /** Start of the session, corrected by `offsetMs`. Null: the session has not begun. */
  startedAt: string | null;
  endedAt: string | null;
  /** meterStart of OCPP 1.6. The final energy is computed from it if possible. Null: not received. */
  meterStartWh: number | null;
  /** The register at the start of the session, from which the readings are counted. Null: unknown. */
  baselineWh: number | null;
  /**
   * Maximum energy that may have flowed before the reading from which the session is billed. Missing: the start value is usable.
   * 0: it was not, but the signed record shows the exact energy.
   */
  unbilledWh?: number;
  /** Sum of the energy intervals, for meters that send no register. */
  intervalsWh: number;
  lastRegisterWh: number | null;
  last: { at: string; energyWh: number; powerW: number } | null;
  isFinal: boolean;
  /** The billed energy. Null: the last reading is not final yet. */
  finalWh: number | null;
  topSeqNo: number;
  /**
   * When a stopped session is completed, even if the transaction continues. Without an assigned start, the time of the next
   * check. Null: nothing is due.
   */
  settleAt: string | null;
  /**
   * Until when the last reading is requested. Missing: the transaction was not stopped, or an earlier version of the app stored
   * it.
   */
  settleBy?: string | null;
  /** Why staff should check the transaction. Each reason is reported once. */
  doubts: readonly Doubt[];
}

/** Reasons why a final reading is not accepted, or a reading is not displayed. */
export type Doubt =
  | 'its number was used again'
  | 'at another plug'
  | 'no first value'
  | 'no last value'
  | 'the meter fell'
  | 'the meter jumped'
  | 'the signed record says otherwise'
  | 'stopped twice with different values';

export const newTransaction = (
  facts: Pick<
    StoredTransaction,
    'stationId' | 'transactionId' | 'authorizationReference' | 'evse' | 'connector' | 'firstMessageAt' | 'offsetMs'
  >,
): StoredTransaction => ({
  ...facts,
  state: 'waiting',
  activity: null,
  hasCharged: false,
  startedAt: null,
  endedAt: null,
  meterStartWh: null,
  baselineWh: null,
  intervalsWh: 0,
  lastRegisterWh: null,
  last: null,
  isFinal: false,
  finalWh: null,
  topSeqNo: -1,
  settleAt: null,
  doubts: [],
});

export const isSameStart = (start: StoredStart, { authorizationReference }: StoredTransaction): boolean =>
  start.authorizationReference === authorizationReference;
