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

/** Returns true if a driver may choose the plug: it is free, or a connected vehicle is not charging yet. */
export const canChoose = (state: PlugState): boolean => state === 'available' || state === 'preparing';

export type PlugKind = 'type2' | 'type1' | 'ccs2' | 'ccs1' | 'chademo' | 'schuko' | 'domestic' | 'cee' | 'tesla' | 'unknown';

export interface PlugFacts {
  /** OCPI connector id. Requests name it `connector`. */
  id: string;
  /** The number of the plug that is printed on the hardware. */
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
  /** Country code: ISO 3166-1 alpha-2 in lower case. */
  country: string;
  /** Name in the IANA time zone database. All times on the page are in this zone. */
  timeZone: string;
  plug: PlugFacts;
}

/** The withdrawal from the contract that the driver has declared. */
export interface WithdrawalReceived {
  receivedAt: string;
  /** True if the driver gets an acknowledgement by e-mail. */
  isMailed: boolean;
}

/** The contract that was concluded by the order, with the content of its confirmation. */
export interface Contract {
  concludedAt: string;
  /** Name and address of the seller. */
  supplier: string;
  currency: Currency;
  /** The agreed prices of this plug for each day of the week. */
  days: readonly PriceDay[];
  /** The accepted terms: SHA-256 of their HTML source, and their language. Null: the brand has no terms. */
  terms: { hash: string; locale: Locale } | null;
}

/** State of the cable after charging, as reported by the station. */
export interface Cable {
  isLocked: boolean;
  /**
   * Result of the driver's request to unlock the cable. 'asked': the result is not known yet. Null: the driver has not requested
   * it.
   */
  unlock: 'asked' | 'unlocked' | 'refused' | null;
  /** True if the driver may now request to unlock the cable. */
  canUnlock: boolean;
}

interface SessionFacts {
  /** Id of the session. Null on the read-only page of the watch link, because only the driver's own link may stop the session. */
  sessionId: string | null;
  watchId: string;
  /** Number of nine digits, shown as the transaction ID. It gives no access to the session. */
  number: number;
  /** Number that increases with each change of the session. */
  version: number;
  asOf: string;
  /** Milliseconds until the page polls again. 0: the session is over, and polling ends. */
  refreshAfterMs: number;
  place: SessionLocation;
  /** The amount held on the card, which is the maximum price. Null: charging is free. */
  hold: Money | null;
  /** The withdrawal from the contract. Absent: none. */
  withdrawal?: WithdrawalReceived;
  /** The contract. Absent in live updates because it does not change, and on the read-only page of the watch link. */
  contract?: Contract;
}

/** One point of the power curve. */
export interface CurvePoint {
  at: string;
  powerW: number;
  energyWh: number;
}

/** State of the vehicle's battery. Null: the vehicle does not report this value. */
export interface Battery {
  at: string;
  /** Current state of charge in per cent. */
  percent: number | null;
  /** State of charge in per cent at which the vehicle will stop. */
  targetPercent: number | null;
  /** Minutes until the target is reached or, without a target, until the battery is full. */
  minutesLeft: number | null;
}

/** Values of a session so far. They are preliminary until the last meter value has arrived. */
export interface SessionValues {
  startedAt: string;
  energyWh: number;
  powerW: number;
  cost: Money;
  /** Power over time, at most 96 points. */
  curve: readonly CurvePoint[];
  /** The battery. Absent: the station does not report it. */
  battery?: Battery;
}

/**
 * A fee for staying connected. `fromAt`: its start. `perMinuteMicro`: price per started minute in millionths of the currency
 * unit.
 */
export interface BlockingFee {
  /** Kind of fee in the tariff. 'blocking' counts from the start of the session, 'occupancy' from the end of charging. */
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
 * Why a session was not ended by the driver. 'operator': staff stopped it. 'hold-expiry': the hold was about to expire.
 * 'unreported': the station reported no meter values, and at full power the limit could have been reached.
 */
export type EndReason = 'limit' | 'unreported' | 'goal' | 'hold-expiry' | 'operator';

interface InProgress {
  values: SessionValues;
  blocking: BlockingFee | null;
  /** Cost so far and forecast. Absent: unknown. */
  progress?: Progress;
}

/** A charging session as its page shows it. */
export type Session =
  | ({ kind: 'starting'; startBy: string } & SessionFacts)
  | ({ kind: 'running' } & InProgress & SessionFacts)
  | ({ kind: 'paused' } & InProgress & SessionFacts)
  | ({
      kind: 'stopping';
      values: SessionValues;
      stoppedAt: string;
      isStopRefused: boolean;
      /** True if charging has ended according to the station. Until then, the driver should not pull the plug. */
      hasEnded: boolean;
      /** Time at which charging ended. Set if the last meter value may take hours, but not in the first minutes after the end. */
      awaitedSince?: string;
      /** State of the cable. Absent during charging, and if the station does not report it. */
      cable?: Cable;
    } & SessionFacts)
  /** The price cannot be calculated at the moment. The app stops charging and bills the session once the price is known. */
  | ({
      kind: 'unpriced';
      startedAt: string;
      /** End of the session. While the end is unknown: time of the stop request, or else the time of this data. */
      until: string;
      energyWh: number;
      /** True if charging has ended according to the station. */
      hasEnded: boolean;
      cable?: Cable;
    } & SessionFacts)
  /** `why`: reason of the cancellation. Absent: the reason is not known yet. */
  | ({ kind: 'cancelling'; why?: CancelReason } & SessionFacts)
  | ({
      kind: 'completed';
      values: SessionValues;
      endedAt: string;
      isBilled: boolean;
      endedBy: EndReason | null;
      /** The goal that the driver had set. Absent: none. */
      goal?: Goal;
      /** State of the cable. Absent: the station does not report it. */
      cable?: Cable;
    } & SessionFacts)
  | ({ kind: 'cancelled'; endedAt: string; why: CancelReason } & SessionFacts);

export type SessionKind = Session['kind'];
/**
 * State of a session in the database. `draft`: an order without a hold, which only the server sees. 'unpriced' is never stored:
 * such a session has one of the other states.
 */
export type SessionState = 'draft' | Exclude<SessionKind, 'unpriced'>;

/** The allowed transitions between states. */
const NEXT: Readonly<Record<SessionState, readonly SessionState[]>> = {
  draft: ['starting', 'cancelled'],
  starting: ['running', 'cancelling'],
  running: ['paused', 'stopping', 'completed'],
  paused: ['running', 'stopping', 'completed'],
  stopping: ['completed'],
  cancelling: ['cancelled', 'stopping'],
  completed: [],
  // If a vehicle is connected after the cancellation, the server stops charging and bills the energy.
  cancelled: ['stopping'],
};

export const canBecome = (from: SessionState, to: SessionState): boolean => NEXT[from].includes(to);
/** Returns true if the driver may stop the session. If charging starts after a cancellation, the server stops it. */
export const canStop = (session: Session): session is Extract<Session, { kind: 'running' | 'paused' }> =>
  session.kind === 'running' || session.kind === 'paused';
/** Returns true if the session cannot charge any more. */
export const isEnding = (kind: SessionKind): kind is 'stopping' | 'unpriced' | 'cancelling' | 'completed' | 'cancelled' =>
  isOver(kind) || kind === 'stopping' || kind === 'unpriced' || kind === 'cancelling';
export const isOver = (kind: SessionKind): boolean => kind === 'completed' || kind === 'cancelled';

/** Content of a push message, encrypted for one device. A locked screen may show the message, so it contains no personal data. */
export interface PushMessage {
  /** Title of the message: the name of the brand. */
  title: string;
  body: string;
  /** Language of title and body. */
  lang: string;
  /** Path of the page that opens when the message is tapped. */
  path: string;
  /** Id of the brand whose icon the message shows. */
  clientId: string;
  /** A later message with the same tag replaces this one. */
  tag: string;
}
