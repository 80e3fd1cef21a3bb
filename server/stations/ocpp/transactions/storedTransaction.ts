import type { Money } from '../../../../shared/model/money.ts';
import type { StationAddress, StationStart } from '../../../core/ports/stationPort.ts';
import type { Activity } from '../messages/updates.ts';

/** One start as the adapter keeps it, from before it is sent. */
export interface StoredStart {
  authorizationReference: string;
  stationId: string;
  address: StationAddress;
  /** 2.x: the number that the station says again. */
  remoteStartId: number;
  askedAt: string;
  /** When it was sent last; null: it never was. */
  sentAt: string | null;
  sent: number;
  /** 'asked' also while nobody knows whether it has arrived. 'cancelled': what begins by it is stopped. */
  state: 'asked' | 'accepted' | 'refused' | 'cancelled';
  /** Its transaction; null: none has been told yet. */
  transactionId: string | null;
  /** A stop was asked for before there was a transaction to stop. */
  isStopWanted: boolean;
  /** The most it may cost, for stations that can stop by themselves. Null: nothing is paid. */
  limit: Money | null;
  /** The price in words, for a screen. */
  priceText?: StationStart['priceText'];
  /** The limit was told in an answer, which may have been lost. */
  isLimitTold: boolean;
  /** The number of the message that it answered: if that one comes again, it was. Missing, null: it had none. */
  limitToldTo?: number | null;
  /** When the station last said that it will stop. */
  stopAcceptedAt: string | null;
}

/** Somebody pays for what begins by it. */
export const isOpenStart = ({ state }: Pick<StoredStart, 'state'>): boolean => state === 'asked' || state === 'accepted';

/** What is known of a transaction that has no owner: neither its first token nor its remoteStartId is of a start of ours. */
export interface Unowned {
  /** A token came that is not paid for. A transaction of OCPP 1.6 always has one. */
  hasToken: boolean;
  /** First value of its register; null: none came. */
  firstWh: number | null;
  /** Since when energy flows, by our clock; null: none does. */
  flowsSince: string | null;
  /** So many messages since then show it. */
  flowMessages: number;
}

/** One transaction of a station, as far as it is known. Energy is in watt-hours. */
export interface StoredTransaction {
  stationId: string;
  transactionId: string;
  /** Null: it is nobody's whom we know. */
  authorizationReference: string | null;
  /** Missing: it has an owner, or is over. */
  unowned?: Unowned;
  evse: number | null;
  connector: number | null;
  /** Under which name the one is kept that had this id before; missing: none had. */
  formerId?: string;
  /** First heard of; by our clock. */
  heardAt: string;
  /** By so much the station's clock is behind ours; fixed when the transaction begins. */
  offsetMs: number;
  /** 1.6: its start as the station sent it, by which a second sending is known again. */
  startKey: string | null;
  state: 'waiting' | 'charging' | 'paused' | 'ended';
  activity: Activity | null;
  hasCharged: boolean;
  /** Corrected times. */
  startedAt: string | null;
  endedAt: string | null;
  /** OCPP 1.6 meterStart: by it alone the final energy is reckoned where it can be. */
  meterStartWh: number | null;
  /** What the register stood at when it began, for the readings. */
  baselineWh: number | null;
  /**
   * At most so much flowed before the value that it is billed from, where the start value cannot be used. Missing: nothing; 0: the
   * signed record shows that nothing did.
   */
  unbilledWh?: number;
  /** Sum of intervals, for meters that have no register. */
  intervalsWh: number;
  lastRegisterWh: number | null;
  last: { at: string; energyWh: number; powerW: number } | null;
  isFinal: boolean;
  /** Energy that is billed, once it is final. */
  finalWh: number | null;
  topSeqNo: number;
  /** When charging is taken for over although the transaction goes on. */
  settleAt: string | null;
  /** Until then its last value is asked for. Missing: it was not stopped, or before there was a limit. */
  settleBy?: string | null;
  /** Why a person should look at it; each is told once. */
  doubts: readonly Doubt[];
}

/** What keeps a final value from being taken, or a reading from being shown. */
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
    'stationId' | 'transactionId' | 'authorizationReference' | 'evse' | 'connector' | 'heardAt' | 'offsetMs'
  >,
): StoredTransaction => ({
  ...facts,
  startKey: null,
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
