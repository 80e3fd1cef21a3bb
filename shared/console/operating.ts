import type { CurvePoint, PlugKind } from '../charging/session.ts';
import type { Currency, Money } from '../model/money.ts';
import type { Act, ActName } from './acts.ts';
import type { OperatingAgreedTexts } from './agreedTexts.ts';
import type { AuditLine, OperatingAudit } from './audit.ts';
import type { OperatingBrands } from './brands.ts';
import type { ListFormat, OperatedFile } from './files.ts';
import type { OperatingBooks } from './ledger.ts';
import type { MoneyToday } from './moneyToday.ts';
import type { OperatingPrices } from './prices.ts';
import type { OperatingSignIns } from './signedIn.ts';
import type { ConnectionFault, ConnectionLine, OperatingStations, StationAccess } from './stations.ts';

/**
 * What the people who run the shop may ask and do: the seam between the console's pages and the operator. Asking is for
 * everybody who is signed in, acting for those who may.
 */
export interface Operating
  extends OperatingBooks,
    OperatingAgreedTexts,
    OperatingAudit,
    OperatingBrands,
    OperatingPrices,
    OperatingStations,
    OperatingSignIns {
  /** How many things need somebody now: the number beside Today. */
  countAttention(): Promise<number>;
  getToday(): Promise<Today>;
  listSessions(query: SessionQuery): Promise<Listed<SessionLine>>;
  /** The same list, all of its pages, as a file; who takes it is in the audit. */
  exportSessions(query: SessionQuery & ListFormat): Promise<OperatedFile>;
  /** Null: there is no session of this number. */
  getSession(request: { number: number }): Promise<OperatedSession | null>;
  /** What an act would do. Writes nothing; the same code as `act`, rolled back. */
  foresee(request: Act): Promise<Foreseen>;
  /** `seen`: the version that the person looked at. `form`: its token, so that pressed twice it is done once. */
  act(request: Act & { seen: number; form: string }): Promise<Acted>;
}

/** A sentence of `client/console/texts`, with what it speaks of. */
export interface Text {
  key: string;
  values?: Readonly<Record<string, Value>>;
}
/** Written as the reader's language writes it. */
export type Value = string | number | Money | { energyWh: number } | { powerW: number } | { at: string } | { day: string } | Text;

/** What would be: two columns of figures, then the steps in their order. */
export interface Consequence {
  /** On the button: names the amount. */
  button: Text;
  before: readonly FigureLine[];
  after: readonly FigureLine[];
  steps: readonly ForeseenStep[];
  /** Where law or doubt asks for one. */
  warning: Text | null;
  /** What another person has asked for, where it is about that. */
  waiting?: WaitingRefund;
  seen: number;
}
export interface FigureLine {
  name: Text;
  amount: Money;
}
export interface ForeseenStep {
  text: Text;
  note: Text | null;
  amount: Money | null;
}
export type Foreseen = ({ kind: 'possible' } & Consequence) | Refusal;

export type Refusal =
  /** Somebody has changed it since it was looked at; null: nobody knows who, as where the station or the bank has. */
  | { kind: 'changed'; by: AuditLine | null; left: Money | null }
  /** In the words of the command line, and where there are any in the reader's language. */
  | { kind: 'not-now'; why: string; text?: Text }
  /** The other platform did not come together with us; `why` in English. */
  | { kind: 'not-connected'; fault: ConnectionFault; why: string }
  | { kind: 'read-only' };
/** Whether another energy than the reported one would be billed: a person may have read the meter. */
export const needsReadMeter = (refusal: Foreseen): boolean =>
  refusal.kind === 'not-now' && refusal.text?.key === 'acts.no.unlikely';

/** `again`: pressed twice, and done once. */
export type Acted = { kind: 'done'; again: boolean; reported?: Contact; access?: StationAccess } | Refusal;

export interface Contact {
  name: string;
  email: string;
}

export interface Listed<Line> {
  lines: readonly Line[];
  /** Where the next page begins; null: this is the last. */
  before: number | null;
}

export const SESSION_FILTERS = ['going', 'attention', 'refunded', 'never'] as const;
export type SessionFilter = (typeof SESSION_FILTERS)[number];
export interface SessionQuery {
  find?: string;
  /** YYYY-MM-DD, in our time zone. */
  day?: string;
  is?: SessionFilter;
  before?: number;
}

/** How a session stands, in one word. */
export type Standing =
  | 'ordered'
  | 'starting'
  | 'charging'
  | 'paused'
  | 'stopping'
  | 'last-value-missing'
  | 'never-started'
  | 'cancelling'
  | 'billed'
  | 'free'
  | 'waived'
  | 'capped'
  | 'refunded'
  | 'partly-refunded'
  | 'not-captured'
  | 'disputed'
  | 'dispute-lost';

export interface SessionLine {
  number: number;
  createdAt: string;
  evseId: string;
  standing: Standing;
  card: string | null;
  energyWh: number;
  currency: Currency;
  /** Final, or so far; null: there is none. */
  priceMinor: number | null;
  /** What the card has held; null: nothing, free of charge or never paid for. */
  heldMinor: number | null;
  capturedMinor: number | null;
  refundedMinor: number;
  /** When the station has said something for the last time. */
  lastMessageAt: string | null;
}

export const LANES = ['driver', 'station', 'money', 'letter', 'us'] as const;
export type Lane = (typeof LANES)[number];
export interface TimelineStep {
  at: string;
  lane: Lane;
  what: Text;
  note: Text | null;
  /** An id of the provider or the station, to read out on the telephone. */
  reference: string | null;
  isTrouble: boolean;
  /** Until when equal steps went on; null: it is one step. */
  until: string | null;
}

export interface OperatedSession {
  line: SessionLine;
  place: string;
  plug: { kind: PlugKind; powerW: number } | null;
  clientName: string;
  tariff: string;
  startedAt: string | null;
  stopRequestedAt: string | null;
  endedAt: string | null;
  /** Masked. */
  contact: Contact;
  provider: string | null;
  timeline: readonly TimelineStep[];
  route: readonly { name: Text; note: Text | null; amount: Money | null; state: 'done' | 'now' | 'later' }[];
  curve: readonly CurvePoint[];
  readings: number;
  documents: readonly { number: string; kind: string; issuedAt: string; total: Money; path: string | null }[];
  can: readonly { does: ActName; would: Text }[];
  cannot: readonly { does: ActName; why: string; text?: Text }[];
  waiting: WaitingRefund | null;
  /** What a bill that waits for a decision is compared with; null: no bill waits. */
  review: WaitingBill | null;
  /** At most so much flowed before the value that is billed from, and is not billed; null: nothing is known of it. */
  unbilledWh: number | null;
  /** The meter value that is not taken over, and what its plug can have delivered; null: none. */
  refused: { energyWh: number; maxWh: number } | null;
  receiptPath: string;
}

/** A bill that waits for a decision. */
export interface WaitingBill {
  why: readonly Text[];
  ours: Money;
  /** By the account of the station; null: the account says nothing about our price, or there is none. */
  theirs: Money | null;
  /** What is captured without a decision. */
  undecided: Money;
}

/** A refund that somebody has asked for and another person has to confirm. */
export interface WaitingRefund {
  amount: Money;
  by: string;
  at: string;
  reason: string;
}

export interface Attention {
  id: number;
  why: string;
  /** What happened, what it means, what to do. */
  what: Text;
  means: Text;
  doThis: Text;
  number: number | null;
  evseId: string | null;
  /** What has a page of its own; null: it is about neither. */
  about: { kind: 'connection' | 'station'; name: string } | null;
  note: string;
  /** Of money, where it is about some; null: it is not. */
  amount: Money | null;
  since: string;
  /** How many of the same kind this one stands for. */
  count: number;
  taken: { by: string; at: string } | null;
  session: SessionLine | null;
  waiting: WaitingRefund | null;
  acts: readonly ActName[];
  /** A person ticks it off; else it ends when what it waits for is decided. */
  endsManually: boolean;
}

export interface Today {
  at: string;
  attention: readonly Attention[];
  /** One for each currency. */
  money: readonly MoneyToday[];
  now: readonly SessionLine[];
  plugs: Readonly<Record<string, number>>;
  /** By OCPI. */
  connections: readonly ConnectionLine[];
  health: readonly HealthLine[];
}
export interface HealthLine {
  name: Text;
  says: Text;
  status: 'ok' | 'warn' | 'off';
}
