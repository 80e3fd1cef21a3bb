import type { Locale } from '../model/locales.ts';
import type { Currency, Money } from '../model/money.ts';
import type { PriceDay } from '../model/tariff.ts';
import type { Goal, Progress } from '../price/progress.ts';

export type PlugState =
  | 'available'
  | 'unavailable'
  | 'occupied'
  | 'charging'
  | 'finishing'
  | 'preparing'
  | 'suspended'
  | 'unknown';

/** True if a driver may choose the plug: it is free, or a vehicle is connected but not charging. */
export const canChoose = (state: PlugState): boolean => state === 'available' || state === 'preparing';

export type PlugKind = 'type2' | 'type1' | 'ccs2' | 'ccs1' | 'chademo' | 'schuko' | 'domestic' | 'cee' | 'tesla' | 'unknown';

export interface PlugFacts {
  /** OCPI connector id, the value of `connector` in every request. */
  id: string;
  /** The number printed on the hardware. */
  number: string;
  kind: PlugKind;
  powerW: number;
  isDc: boolean;
  hasCable: boolean;
}

/** The location and plug of a session. */
export interface SessionLocation {
  clientId: string;
  evseId: string;
  street: string;
  postalCode: string;
  city: string;
  /** ISO 3166-1 alpha-2, lower case. */
  country: string;
  /** IANA time zone of all times on the page. */
  timeZone: string;
  plug: PlugFacts;
}

/** The driver's withdrawal from the contract. */
export interface WithdrawalReceived {
  receivedAt: string;
  /** True if the driver receives an acknowledgement by e-mail. */
  isMailed: boolean;
}

/** The contract as concluded with the order. The confirmation of the contract shows these facts. */
export interface Contract {
  concludedAt: string;
  /** Name and address of the seller. */
  supplier: string;
  currency: Currency;
  /** The prices of the week for this plug. */
  days: readonly PriceDay[];
  /** The accepted terms: SHA-256 of their source, and their language. Null: the client has no terms. */
  terms: { hash: string; locale: Locale } | null;
}

/** State of the cable after charging, as far as the station reports it. */
export interface Cable {
  isLocked: boolean;
  /** Result of the driver's request to unlock the cable. Null: no request. */
  unlock: 'asked' | 'unlocked' | 'refused' | null;
  /** True if the driver may request the unlock now. */
  canUnlock: boolean;
}

interface SessionFacts {
  /** Null in the view of the link to watch: only the main link may stop the session. */
  sessionId: string | null;
  watchId: string;
  /** Nine digits, shown as the transaction ID. The number gives no access. */
  number: number;
  /** Increases with each change. */
  version: number;
  asOf: string;
  /** Time in milliseconds until the next poll. 0: the session is over, no further poll. */
  refreshAfterMs: number;
  place: SessionLocation;
  /** The amount held on the card, which is also the maximum price. Null if charging is free. */
  hold: Money | null;
  /** Absent unless the driver has withdrawn. */
  withdrawal?: WithdrawalReceived;
  /** Absent in the view of the link to watch, and in live updates because the contract never changes. */
  contract?: Contract;
}

/** One point of the power chart. */
export interface CurvePoint {
  at: string;
  powerW: number;
  energyWh: number;
}

/** State of the vehicle's battery. Values that the vehicle does not report are null. */
export interface Battery {
  at: string;
  /** State of charge in per cent. */
  percent: number | null;
  /** State of charge in per cent at which the vehicle stops. */
  targetPercent: number | null;
  /** Minutes until the target, or until full if the vehicle has no target. */
  minutesLeft: number | null;
}

/** Meter values so far. Preliminary and non-binding until the last meter value. */
export interface SessionValues {
  startedAt: string;
  energyWh: number;
  powerW: number;
  cost: Money;
  /** Power over time, at most 120 points. */
  curve: readonly CurvePoint[];
  /** Absent if the station does not report the battery. */
  battery?: Battery;
}

/** A fee for staying connected: its start, and the price of each started minute in millionths of the currency unit. */
export interface BlockingFee {
  /** Named as in the tariff. 'blocking' counts from the start of the session, 'occupancy' from the end of charging. */
  kind: 'blocking' | 'occupancy';
  fromAt: string;
  perMinuteMicro: number;
  /** Maximum of the fee in this session, in minor units. Null: no maximum. */
  maxMinor: number | null;
  isRunning: boolean;
}

export type CancelReason =
  | 'cancelled'
  | 'never-started'
  | 'refused'
  | 'plug-taken'
  | 'small-sessions'
  | 'payment-failed'
  | 'payment-cancelled'
  | 'payment-expired';

/**
 * The reason why a session ended by itself: the limit or the driver's goal was reached, the hold was about to expire, or staff
 * stopped the session.
 */
/** 'unreported': the station sent no reports, and at full power the session could have reached the limit. */
export type EndReason = 'limit' | 'unreported' | 'goal' | 'hold-expiry' | 'operator';

interface InProgress {
  values: SessionValues;
  blocking: BlockingFee | null;
  /** Absent if unknown. */
  progress?: Progress;
}

/** A charging session as the visitor sees it. */
export type Session =
  | ({ kind: 'starting'; startBy: string } & SessionFacts)
  | ({ kind: 'running' } & InProgress & SessionFacts)
  | ({ kind: 'paused' } & InProgress & SessionFacts)
  | ({
      kind: 'stopping';
      values: SessionValues;
      stoppedAt: string;
      isStopRefused: boolean;
      /** True if charging has ended, as far as the station reports. Before that, the driver should not pull the plug. */
      hasEnded: boolean;
      /** The time at which charging ended, if the last meter value takes hours to arrive. Absent in the first minutes. */
      awaitedSince?: string;
      /** Absent during charging, and if the station does not report the cable. */
      cable?: Cable;
    } & SessionFacts)
  /**
   * The price cannot be computed at the moment. The shop charges nothing and stops the energy. The shop bills the session as
   * soon as the price is known.
   */
  | ({
      kind: 'unpriced';
      startedAt: string;
      /** The end of the session or the time of the stop request; otherwise the time of the view. */
      until: string;
      energyWh: number;
      /** As in the state 'stopping'. */
      hasEnded: boolean;
      cable?: Cable;
    } & SessionFacts)
  /** `why` is absent while the reason is unknown. */
  | ({ kind: 'cancelling'; why?: CancelReason } & SessionFacts)
  | ({
      kind: 'completed';
      values: SessionValues;
      endedAt: string;
      isBilled: boolean;
      endedBy: EndReason | null;
      /** The goal that the driver has set. Absent if there was none. */
      goal?: Goal;
      /** Absent if the station does not report the cable. */
      cable?: Cable;
    } & SessionFacts)
  | ({ kind: 'cancelled'; endedAt: string; why: CancelReason } & SessionFacts);

export type SessionKind = Session['kind'];
/**
 * `draft`: an order whose hold does not exist yet; never visible outside the operator. A session without a price is in one of
 * the other states.
 */
export type SessionState = 'draft' | Exclude<SessionKind, 'unpriced'>;

/** The legal transitions between states. */
const NEXT: Readonly<Record<SessionState, readonly SessionState[]>> = {
  draft: ['starting', 'cancelled'],
  starting: ['running', 'cancelling'],
  running: ['paused', 'stopping', 'completed'],
  paused: ['running', 'stopping', 'completed'],
  stopping: ['completed'],
  cancelling: ['cancelled', 'stopping'],
  completed: [],
  // A vehicle was connected after the cancellation. The operator stops the late start and bills its energy.
  cancelled: ['stopping'],
};

export const canBecome = (from: SessionState, to: SessionState): boolean => NEXT[from].includes(to);
/** True if the driver may stop the session. The operator itself stops a start that came too late. */
export const canStop = (session: Session): session is Extract<Session, { kind: 'running' | 'paused' }> =>
  session.kind === 'running' || session.kind === 'paused';
/** True if the session cannot return to charging. */
export const isEnding = (kind: SessionKind): kind is 'stopping' | 'unpriced' | 'cancelling' | 'completed' | 'cancelled' =>
  isOver(kind) || kind === 'stopping' || kind === 'unpriced' || kind === 'cancelling';
export const isOver = (kind: SessionKind): boolean => kind === 'completed' || kind === 'cancelled';

/** Content of a push message, encrypted for one device. The device may show the message on a locked screen. */
export interface PushMessage {
  /** Name of the brand. */
  title: string;
  body: string;
  /** Language of title and body. */
  lang: string;
  /** Path of the page that a tap on the message opens. */
  path: string;
  /** The client whose icon the message shows. */
  clientId: string;
  /** A later message with the same tag replaces this one on the screen. */
  tag: string;
}
