import type { FaultKind } from '../charging/faultReport.ts';
import type { CancelReason, CurvePoint, PlugKind } from '../charging/session.ts';
import type { Money } from '../model/money.ts';
import type { Act, ActName } from './acts.ts';
import type { OperatingAgreedTexts } from './agreedTexts.ts';
import type { AuditLine, OperatingAudit } from './audit.ts';
import type { OperatingBrands } from './brands.ts';
import type { OperatingFaults } from './faults.ts';
import type { ListFormat, OperatedFile } from './files.ts';
import type { OperatingLabels } from './labels.ts';
import type { OperatingBooks } from './ledger.ts';
import type { OperatingPoint } from './point.ts';
import type { OperatingPrices, PriceChangePreview, WaitingPrice } from './prices.ts';
import type { OperatingReports } from './reports.ts';
import type { GoingSession, SessionLine, SessionQuery } from './sessions.ts';
import type { OperatingSignIns } from './signedIn.ts';
import type { OperatingStationCommands } from './stationCommands.ts';
import type { ConnectionFault, ConnectionLine, OperatingStations, StationAccess } from './stations.ts';
import type { Text } from './text.ts';
import type { Business, HealthLine, LongPause, PlugOverview } from './today.ts';
import type { NewApiToken, OperatingTokens } from './tokens.ts';
import type { OperatingWebhooks, WebhookSecret } from './webhooks.ts';

export type { Text, Value } from './text.ts';

/** Queries and actions of staff. Every signed-in person may query. Only people with the role 'act' may perform actions. */
export interface Operating
  extends OperatingBooks,
    OperatingAgreedTexts,
    OperatingAudit,
    OperatingBrands,
    OperatingFaults,
    OperatingLabels,
    OperatingPrices,
    OperatingPoint,
    OperatingReports,
    OperatingStations,
    OperatingStationCommands,
    OperatingSignIns,
    OperatingTokens,
    OperatingWebhooks {
  /** Counts the open alerts. The navigation shows the number beside the page "Today". */
  countAttention(): Promise<number>;
  getToday(): Promise<Today>;
  /** Lists the alerts that were closed in the last 30 days, the one that was closed last first. */
  listClosedAttention(): Promise<readonly ClosedAttention[]>;
  listSessions(query: SessionQuery): Promise<Listed<SessionLine>>;
  /** Exports all matching sessions, not only one page, and records the export in the audit log. */
  exportSessions(query: SessionQuery & ListFormat): Promise<OperatedFile>;
  /** Returns a session. Null: no session has this transaction number. */
  getSession(request: { number: number }): Promise<OperatedSession | null>;
  /** Previews an action: performs it in a transaction, which is then rolled back. */
  preview(request: Act): Promise<ActPreview>;
  /**
   * Performs an action. `seen`: the version that the page showed; null: none was shown. `form`: the form's token; a second submit
   * has no effect. `digest`: hash of the submitted values; a second submit with another hash is refused.
   */
  act(request: Act & { seen: number | null; form: string; digest?: string }): Promise<Acted>;
}

/** The preview of an action: the amounts before and after, and the steps in order. */
export interface Consequence {
  /** Label of the button that performs the action, with the amount. */
  button: Text;
  before: readonly FigureLine[];
  after: readonly FigureLine[];
  steps: readonly PreviewStep[];
  /** A warning about a legal risk or an uncertain outcome. Null: none. */
  warning: Text | null;
  /** The refund that another person requested, if the action confirms or declines it. */
  waiting?: WaitingRefund;
  /** The prices before and after, if the action changes a price. */
  price?: PriceChangePreview;
  seen: number;
}
export interface FigureLine {
  name: Text;
  amount: Money;
}
export interface PreviewStep {
  text: Text;
  note: Text | null;
  amount: Money | null;
}
export type ActPreview = ({ kind: 'possible' } & Consequence) | Refusal;

export type Refusal =
  /**
   * The session changed after the page was rendered. `by`: the last payment action on the session. Null: no staff member has
   * changed a payment; the change was for example a station report.
   */
  | { kind: 'changed'; by: AuditLine | null; left: Money | null }
  /** The action is not possible. `why`: the reason in English. `text`: the translated reason, if one exists. */
  | { kind: 'not-now'; why: string; text?: Text }
  /** The connection to the CPO's platform could not be established. `why`: the reason in English. */
  | { kind: 'not-connected'; fault: ConnectionFault; why: string }
  | { kind: 'read-only' };
/** True if the plug cannot have delivered the energy to bill. Staff must then read the meter and enter its value. */
export const needsReadMeter = (refusal: ActPreview): boolean =>
  refusal.kind === 'not-now' && refusal.text?.key === 'acts.no.unlikely';

/** The result of an action. `again`: the form was submitted twice, but the action was performed only once. `waits`: a second person must approve. */
export type Acted =
  | {
      kind: 'done';
      again: boolean;
      waits?: true;
      contact?: Contact;
      access?: StationAccess;
      accesses?: readonly StationAccess[];
      token?: NewApiToken;
      webhookSecret?: WebhookSecret;
    }
  | Refusal;

export interface Contact {
  name: string;
  email: string;
}

export interface Listed<Line> {
  lines: readonly Line[];
  /** Cursor of the next page. Null: this is the last page. */
  before: number | null;
}

export const LANES = ['driver', 'station', 'money', 'letter', 'us'] as const;
export type Lane = (typeof LANES)[number];
export interface TimelineStep {
  at: string;
  lane: Lane;
  what: Text;
  note: Text | null;
  /** Id of the step at the payment provider or at the station, for enquiries there. Null: none. */
  reference: string | null;
  isTrouble: boolean;
  /** Time of the last step, if this entry combines a series of equal steps. Null: it is a single step. */
  until: string | null;
}

export interface OperatedSession {
  /** Increases with every change that may alter the effects of an action. */
  version: number;
  line: SessionLine;
  place: string;
  plug: { kind: PlugKind; powerW: number } | null;
  clientName: string;
  tariff: string;
  startedAt: string | null;
  /** Time from which no energy has flowed, ISO 8601. Null: the session is not paused. */
  pausedAt: string | null;
  /** Why the session was cancelled. Null: the session was not cancelled. */
  why: CancelReason | null;
  stopRequestedAt: string | null;
  endedAt: string | null;
  /** The driver's name and e-mail address, partly hidden. */
  contact: Contact;
  provider: string | null;
  timeline: readonly TimelineStep[];
  route: readonly { name: Text; note: Text | null; amount: Money | null; state: 'done' | 'now' | 'later' }[];
  curve: readonly CurvePoint[];
  readings: number;
  documents: readonly { number: string; kind: string; issuedAt: string; total: Money; path: string | null }[];
  /** The possible actions, each with a fact such as the largest amount. */
  can: readonly { does: ActName; would: Text }[];
  cannot: readonly { does: ActName; why: string; text?: Text }[];
  waiting: WaitingRefund | null;
  /** The bill that waits for a decision of staff. Null: it does not wait. */
  review: WaitingBill | null;
  /** Maximum energy in Wh that may have been charged before the first meter value of the bill. Null: unknown. */
  unbilledWh: number | null;
  /** The rejected meter value in Wh, and the maximum energy that the plug can have delivered. Null: no value was rejected. */
  refused: { energyWh: number; maxWh: number } | null;
  receiptPath: string;
}

/** A bill that waits for a decision of staff, because it differs from the CDR or exceeds the hold. */
export interface WaitingBill {
  why: readonly Text[];
  ours: Money;
  /** Price in the CDR of the CPO. Null: there is no CDR, or its price cannot be compared. */
  theirs: Money | null;
  /** Amount that is captured if staff make no decision. */
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
  /** `what`: what happened. `means`: the consequence. `doThis`: the recommended action. */
  what: Text;
  means: Text;
  doThis: Text;
  number: number | null;
  evseId: string | null;
  /** The connection, station or tariff that the alert concerns, for a link to its page. Null: neither. */
  about: { kind: 'connection' | 'point' | 'station' | 'tariff' | 'webhook'; name: string } | null;
  note: string;
  /** Amount of money that the alert is about. Null: none. */
  amount: Money | null;
  since: string;
  /** Deadline of the decision. 'hold': the hold expires. 'repayment': the repayment is due by law. Null: none is known. */
  deadline: { kind: 'hold' | 'repayment'; at: string } | null;
  /** Number of alerts that this entry combines, all of one kind. */
  count: number;
  taken: { by: string; at: string } | null;
  session: SessionLine | null;
  waiting: WaitingRefund | null;
  acts: readonly ActName[];
  /** True: a staff member closes the alert. False: the alert waits for a decision and closes when the decision is made. */
  endsManually: boolean;
  /** What drivers report about the charging point: kind and words of the newest report. Null: the alert is about something else. */
  faults: { kind: FaultKind; words: string; count: number; street: string } | null;
  /** The change of prices that awaits approval. Null: the alert is about something else. */
  price: WaitingPrice | null;
}

/** An alert that was closed. */
export interface ClosedAttention extends Pick<Attention, 'id' | 'what' | 'number' | 'about' | 'since'> {
  closedAt: string;
  /** The person who took the alert on. Null: nobody did. */
  takenBy: string | null;
}

/** The data of the page "Overview". */
export interface Today {
  at: string;
  attention: readonly Attention[];
  business: Business;
  /** The newest active sessions, the first ones only. `goingCount`: number of all active sessions. */
  going: readonly GoingSession[];
  goingCount: number;
  longPauses: readonly LongPause[];
  plugs: PlugOverview;
  connections: readonly ConnectionLine[];
  health: readonly HealthLine[];
}
