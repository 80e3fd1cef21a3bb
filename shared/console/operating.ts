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
 * The queries and acts of staff: the interface between the pages of the console and the operator. Every signed-in person may
 * query. Only persons with the role 'act' may act.
 */
export interface Operating
  extends OperatingBooks,
    OperatingAgreedTexts,
    OperatingAudit,
    OperatingBrands,
    OperatingPrices,
    OperatingStations,
    OperatingSignIns {
  /** Counts the open alerts, for the number beside Today. */
  countAttention(): Promise<number>;
  getToday(): Promise<Today>;
  listSessions(query: SessionQuery): Promise<Listed<SessionLine>>;
  /** Exports all pages of the same list as a file and records the export in the audit. */
  exportSessions(query: SessionQuery & ListFormat): Promise<OperatedFile>;
  /** Returns a session, or null if no session has this number. */
  getSession(request: { number: number }): Promise<OperatedSession | null>;
  /** Previews an act. Runs the same code as `act` and rolls the transaction back. */
  foresee(request: Act): Promise<Foreseen>;
  /** Performs an act. `seen`: the version on the page. `form`: the token of the form, so that a second submit is ignored. */
  act(request: Act & { seen: number; form: string }): Promise<Acted>;
}

/** A text of `client/console/texts` with the values of its placeholders. */
export interface Text {
  key: string;
  values?: Readonly<Record<string, Value>>;
}
/** A value that is formatted in the language of the reader. */
export type Value = string | number | Money | { energyWh: number } | { powerW: number } | { at: string } | { day: string } | Text;

/** The preview of an act: amounts before and after, and the steps in order. */
export interface Consequence {
  /** Label of the button, with the amount. */
  button: Text;
  before: readonly FigureLine[];
  after: readonly FigureLine[];
  steps: readonly ForeseenStep[];
  /** Warning for a legal risk or an uncertain state. Null: none. */
  warning: Text | null;
  /** The refund that another person requested, if the act concerns a refund request. */
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
  /**
   * The object changed after the page was shown. `by`: the last money act on the session. Null: none, so a report made the
   * change.
   */
  | { kind: 'changed'; by: AuditLine | null; left: Money | null }
  /** `why`: the reason in the words of the command line. `text`: the reason in the language of the reader, if a text exists. */
  | { kind: 'not-now'; why: string; text?: Text }
  /** The connection to the platform could not be established. `why` is in English. */
  | { kind: 'not-connected'; fault: ConnectionFault; why: string }
  | { kind: 'read-only' };
/** True if the plug cannot have delivered the energy to bill, so that a person must read the meter and type another value. */
export const needsReadMeter = (refusal: Foreseen): boolean =>
  refusal.kind === 'not-now' && refusal.text?.key === 'acts.no.unlikely';

/** `again`: the form was submitted twice, and the act was performed once. */
export type Acted = { kind: 'done'; again: boolean; reported?: Contact; access?: StationAccess } | Refusal;

export interface Contact {
  name: string;
  email: string;
}

export interface Listed<Line> {
  lines: readonly Line[];
  /** Cursor of the next page. Null: this page is the last one. */
  before: number | null;
}

export const SESSION_FILTERS = ['going', 'attention', 'refunded', 'never'] as const;
export type SessionFilter = (typeof SESSION_FILTERS)[number];
export interface SessionQuery {
  find?: string;
  /** YYYY-MM-DD, in the time zone of the shop. */
  day?: string;
  is?: SessionFilter;
  before?: number;
}

/** State of a session, for display. */
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
  /** Final price, else the price so far. Null: no price. */
  priceMinor: number | null;
  /** Amount of the hold. Null: no hold, because charging is free or the order was never paid. */
  heldMinor: number | null;
  capturedMinor: number | null;
  refundedMinor: number;
  /** Time of the last report of the station. */
  lastReadingAt: string | null;
}

export const LANES = ['driver', 'station', 'money', 'letter', 'us'] as const;
export type Lane = (typeof LANES)[number];
export interface TimelineStep {
  at: string;
  lane: Lane;
  what: Text;
  note: Text | null;
  /** Id at the provider or the station, for enquiries there. */
  reference: string | null;
  isTrouble: boolean;
  /** End of a series of equal steps. Null: a single step. */
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
  /** The comparison for a bill that waits for a decision. Null: no bill waits. */
  review: WaitingBill | null;
  /** Maximum unbilled energy before the value from which the session is billed. Null: unknown. */
  unbilledWh: number | null;
  /** A meter value that was rejected, with the maximum that the plug can have delivered. Null: none. */
  refused: { energyWh: number; maxWh: number } | null;
  receiptPath: string;
}

/** A bill that waits for a decision. */
export interface WaitingBill {
  why: readonly Text[];
  ours: Money;
  /** Price in the CDR of the platform. Null: no CDR, or a CDR without a price of the shop. */
  theirs: Money | null;
  /** Amount that is captured if no decision is made. */
  undecided: Money;
}

/** A refund that one person requested and that a second person must confirm. */
export interface WaitingRefund {
  amount: Money;
  by: string;
  at: string;
  reason: string;
}

export interface Attention {
  id: number;
  why: string;
  /** What happened (`what`), the consequence (`means`) and the action to take (`doThis`). */
  what: Text;
  means: Text;
  doThis: Text;
  number: number | null;
  evseId: string | null;
  /** The connection or station that the alert concerns, which has a page. Null: neither. */
  about: { kind: 'connection' | 'station'; name: string } | null;
  note: string;
  /** The amount that the alert concerns. Null: no amount. */
  amount: Money | null;
  since: string;
  /** Number of alerts of the same kind that this entry groups. */
  count: number;
  taken: { by: string; at: string } | null;
  session: SessionLine | null;
  waiting: WaitingRefund | null;
  acts: readonly ActName[];
  /** True if a person closes the alert. False: the alert closes when the decision it waits for is made. */
  endsManually: boolean;
}

export interface Today {
  at: string;
  attention: readonly Attention[];
  /** One entry per currency. */
  money: readonly MoneyToday[];
  now: readonly SessionLine[];
  plugs: Readonly<Record<string, number>>;
  /** Connections by OCPI. */
  connections: readonly ConnectionLine[];
  health: readonly HealthLine[];
}
export interface HealthLine {
  name: Text;
  says: Text;
  status: 'ok' | 'warn' | 'off';
}
