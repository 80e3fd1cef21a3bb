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

/** A driver may choose a plug that is free, or one their vehicle is already connected to. */
export const canChoose = (state: PlugState): boolean => state === 'available' || state === 'preparing';

export type PlugKind = 'type2' | 'type1' | 'ccs2' | 'ccs1' | 'chademo' | 'schuko' | 'domestic' | 'cee' | 'tesla' | 'unknown';

export interface PlugFacts {
  /** OCPI connector id; what `connector` means in every question. */
  id: string;
  /** The number printed on the hardware. */
  number: string;
  kind: PlugKind;
  powerW: number;
  isDc: boolean;
  hasCable: boolean;
}

/** Where a session takes place. */
export interface SessionLocation {
  clientId: string;
  evseId: string;
  street: string;
  postalCode: string;
  city: string;
  /** ISO 3166-1 alpha-2, lower case. */
  country: string;
  /** IANA zone: every time on a page is shown in it. */
  timeZone: string;
  plug: PlugFacts;
}

/** That the driver has withdrawn from the contract. */
export interface WithdrawalReceived {
  receivedAt: string;
  /** Whether an acknowledgement goes out by e-mail. */
  isMailed: boolean;
}

/** What was agreed with the order, as it was then: what the confirmation of the contract says. */
export interface Contract {
  concludedAt: string;
  /** Name and address of who sells. */
  supplier: string;
  currency: Currency;
  /** The week's prices for this plug. */
  days: readonly PriceDay[];
  /** The terms as they were accepted: sha-256 of their source, and its language. Null: there were none. */
  terms: { hash: string; locale: Locale } | null;
}

/** The plug once charging is over, as far as its station tells. */
export interface Cable {
  isLocked: boolean;
  /** What became of the driver's wish to have it unlocked; null: nobody has asked. */
  unlock: 'asked' | 'unlocked' | 'refused' | null;
  /** The driver may ask for it now. */
  canUnlock: boolean;
}

interface SessionFacts {
  /** Null in a watched view: only the main link may stop the session. */
  sessionId: string | null;
  watchId: string;
  /** Nine digits, shown as Transaction ID; it opens nothing. */
  number: number;
  /** Rises with each change. */
  version: number;
  asOf: string;
  /** How long to wait before asking again; 0: never, it is over. */
  refreshAfterMs: number;
  place: SessionLocation;
  /** What is held on the card and the most it may cost; null for free charging. */
  hold: Money | null;
  /** Missing while nobody has withdrawn. */
  withdrawal?: WithdrawalReceived;
  /** Missing in a watched view, and in live updates: it never changes. */
  contract?: Contract;
}

/** One point of the power chart. */
export interface CurvePoint {
  at: string;
  powerW: number;
  energyWh: number;
}

/** What a vehicle tells of its battery; what it does not tell is null. */
export interface Battery {
  at: string;
  /** Per cent of what it holds. */
  percent: number | null;
  /** Per cent at which the vehicle wants to stop. */
  targetPercent: number | null;
  /** Until the target, or full where there is none. */
  minutesLeft: number | null;
}

/** What the meter says so far. Preliminary and non-binding until the last meter value. */
export interface SessionValues {
  startedAt: string;
  energyWh: number;
  powerW: number;
  cost: Money;
  /** Power over time, at most 120 points. */
  curve: readonly CurvePoint[];
  /** Missing where the station tells nothing of it. */
  battery?: Battery;
}

/** A fee for staying plugged in: when it begins and what each started minute costs (a millionth of the unit). */
export interface BlockingFee {
  /** By its tariff's name: counted from the session's start, or from the end of charging. */
  kind: 'blocking' | 'occupancy';
  fromAt: string;
  perMinuteMicro: number;
  /** The most it can come to in the session, in minor units; null: it has no end. */
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

/** Why a session ended by itself: the limit or the driver's goal was reached, the hold was about to lapse, or a person stopped it. */
/** 'unreported': the station did not report, and at full power the limit could have been reached. */
export type EndReason = 'limit' | 'unreported' | 'goal' | 'hold-expiry' | 'operator';

interface InProgress {
  values: SessionValues;
  blocking: BlockingFee | null;
  /** Missing where it is not known. */
  progress?: Progress;
}

/** A charging session as its visitor sees it. */
export type Session =
  | ({ kind: 'starting'; startBy: string } & SessionFacts)
  | ({ kind: 'running' } & InProgress & SessionFacts)
  | ({ kind: 'paused' } & InProgress & SessionFacts)
  | ({
      kind: 'stopping';
      values: SessionValues;
      stoppedAt: string;
      isStopRefused: boolean;
      /** Charging is over, as far as anybody can tell. Until then nobody should pull at the plug. */
      hasEnded: boolean;
      /** When charging ended, where its last value takes hours to come; missing in the first minutes. */
      awaitedSince?: string;
      /** Missing while it charges, and where the station does not tell. */
      cable?: Cable;
    } & SessionFacts)
  /** What it costs cannot be worked out for now: nothing is charged, and no more energy is given. It is billed once it can. */
  | ({
      kind: 'unpriced';
      startedAt: string;
      /** When it ended, or was asked to; else the moment of the view. */
      until: string;
      energyWh: number;
      /** As of one that is stopping. */
      hasEnded: boolean;
      cable?: Cable;
    } & SessionFacts)
  /** `why` is missing where it is not known yet. */
  | ({ kind: 'cancelling'; why?: CancelReason } & SessionFacts)
  | ({
      kind: 'completed';
      values: SessionValues;
      endedAt: string;
      isBilled: boolean;
      endedBy: EndReason | null;
      /** What its driver had set; missing where nothing was. */
      goal?: Goal;
      /** Missing where the station does not tell. */
      cable?: Cable;
    } & SessionFacts)
  | ({ kind: 'cancelled'; endedAt: string; why: CancelReason } & SessionFacts);

export type SessionKind = Session['kind'];
/** `draft` stays inside the operator: an order whose hold does not exist yet. What cannot be priced is in one of the other states. */
export type SessionState = 'draft' | Exclude<SessionKind, 'unpriced'>;

/** The only legal transitions: the operator asks here what it may do. */
const NEXT: Readonly<Record<SessionState, readonly SessionState[]>> = {
  draft: ['starting', 'cancelled'],
  starting: ['running', 'cancelling'],
  running: ['paused', 'stopping', 'completed'],
  paused: ['running', 'stopping', 'completed'],
  stopping: ['completed'],
  cancelling: ['cancelled', 'stopping'],
  completed: [],
  // A vehicle plugged in after the cancellation: the late start is answered with a stop and billed for what it took.
  cancelled: ['stopping'],
};

export const canBecome = (from: SessionState, to: SessionState): boolean => NEXT[from].includes(to);
/** What a driver may stop. A start that came too late is stopped as well, but by the operator. */
export const canStop = (session: Session): session is Extract<Session, { kind: 'running' | 'paused' }> =>
  session.kind === 'running' || session.kind === 'paused';
/** From there no way leads back to charging. */
export const isEnding = (kind: SessionKind): kind is 'stopping' | 'unpriced' | 'cancelling' | 'completed' | 'cancelled' =>
  isOver(kind) || kind === 'stopping' || kind === 'unpriced' || kind === 'cancelling';
export const isOver = (kind: SessionKind): boolean => kind === 'completed' || kind === 'cancelled';

/** What a device is sent, readable by it alone, and shows on a screen that may be locked. */
export interface PushMessage {
  /** The brand. */
  title: string;
  body: string;
  /** Of both. */
  lang: string;
  /** Of the page that a tap opens. */
  path: string;
  /** Whose picture goes with it. */
  clientId: string;
  /** A later message with the same one takes its place on the screen. */
  tag: string;
}
