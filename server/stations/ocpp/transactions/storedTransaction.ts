import type { Money } from '../../../../shared/model/money.ts';
import type { StationAddress, StationStart } from '../../../core/ports/stationPort.ts';
import type { Activity } from '../messages/updates.ts';

/** One start. The row is written before the start is sent. */
export interface StoredStart {
  authorizationReference: string;
  stationId: string;
  address: StationAddress;
  /** 2.x: the number that the station sends back. */
  remoteStartId: number;
  requestedAt: string;
  /** Time of the latest attempt. Null: the start was never sent. */
  sentAt: string | null;
  sent: number;
  /** 'asked' includes a start that may not have arrived. 'cancelled': a transaction that begins is stopped. */
  state: 'asked' | 'accepted' | 'refused' | 'cancelled';
  /** Null: no transaction is known yet. */
  transactionId: string | null;
  /** A stop was requested before there was a transaction to stop. */
  isStopWanted: boolean;
  /** The maximum cost, for stations that can stop by themselves. Null: charging is free. */
  limit: Money | null;
  /** The price in words, for a screen. */
  priceText?: StationStart['priceText'];
  /** The limit was sent in a response, which may have been lost. */
  isLimitReported: boolean;
  /**
   * seqNo of the message that was answered with the limit. If this seqNo arrives again, the response was lost. Missing or null:
   * the message had none.
   */
  limitReportedTo?: number | null;
  /** Time at which the station last accepted a stop. */
  stopAcceptedAt: string | null;
}

/** True if a transaction of this start is paid for. */
export const isOpenStart = ({ state }: Pick<StoredStart, 'state'>): boolean => state === 'asked' || state === 'accepted';

/**
 * The notes about a transaction without an owner: neither its first token nor its remoteStartId belongs to a start of the app.
 */
export interface Unowned {
  /** An unpaid token has arrived. A transaction of OCPP 1.6 always has a token. */
  hasToken: boolean;
  /** First value of the register. Null: no value has arrived. */
  firstWh: number | null;
  /** Time since which energy flows, on the app's clock. Null: no energy flows. */
  flowsSince: string | null;
  /** Number of messages since then that show the flow. */
  flowMessages: number;
}

/** One transaction of a station. Energy is in watt-hours. */
export interface StoredTransaction {
  stationId: string;
  transactionId: string;
  /** The start that owns the transaction. Null: no start of the app. */
  authorizationReference: string | null;
  /** Missing: the transaction has an owner or is over. */
  unowned?: Unowned;
  evse: number | null;
  connector: number | null;
  /** The id under which the earlier transaction of this id is stored. Missing: there was none. */
  formerId?: string;
  /** Time of the first message, on the app's clock. */
  firstMessageAt: string;
  /**
   * Milliseconds by which the station's clock is behind. Fixed when the session begins, unless the station's clock is set later.
   */
  offsetMs: number;
  state: 'waiting' | 'charging' | 'paused' | 'ended';
  activity: Activity | null;
  hasCharged: boolean;
  /** Corrected by the clock offset. */
  startedAt: string | null;
  endedAt: string | null;
  /** OCPP 1.6 meterStart. The final energy is computed from this value where possible. */
  meterStartWh: number | null;
  /** The register at the start of the session, for the readings. */
  baselineWh: number | null;
  /**
   * Maximum energy before the value from which the session is billed, if the start value cannot be used. Missing: none. 0: the
   * signed record shows that no energy flowed.
   */
  unbilledWh?: number;
  /** Sum of the intervals, for meters without a register. */
  intervalsWh: number;
  lastRegisterWh: number | null;
  last: { at: string; energyWh: number; powerW: number } | null;
  isFinal: boolean;
  /** The billed energy. Null until the last value is final. */
  finalWh: number | null;
  topSeqNo: number;
  /**
   * Time at which a stopped session is completed although the transaction continues. Without an owner: time of the next check.
   */
  settleAt: string | null;
  /**
   * The last value is requested until this time. Missing: the transaction was not stopped, or an earlier version of the app
   * stored the row.
   */
  settleBy?: string | null;
  /** The reasons why a person should check the transaction. Each is reported once. */
  doubts: readonly Doubt[];
}

/** The reasons why a final value is not accepted, or a reading is not shown. */
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
