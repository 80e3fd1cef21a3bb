import type { Charging, Started, StartRequest } from '../../../shared/charging/charging.ts';
import type { Session } from '../../../shared/charging/session.ts';
import type { Operating } from '../../../shared/console/operating.ts';
import type { Person, Role } from '../../../shared/console/signedIn.ts';
import type { Locale } from '../../../shared/model/locales.ts';

/** A file for the visitor. `size` in bytes, told to the browser so that a cut download is seen as failed. */
export interface Download {
  fileName: string;
  contentType: string;
  size: number;
  bytes: AsyncIterable<Uint8Array>;
}

export interface Logo {
  contentType: string;
  bytes: Uint8Array;
  /** sha-256, hex: part of its address, so that it may be cached for ever. */
  hash: string;
}

/** How one connection does. */
export interface ConnectionCounts {
  /** For how many seconds nothing that was asked of it has worked; 0: it works. */
  failingS: number;
  /** Starts whose sessions are not over, and sessions that are over and not accounted for. */
  openStarts: number;
  awaitedCdrs: number;
  /** Last success and failure of each module, ISO 8601. */
  modules: Readonly<Record<string, { succeededAt: string | null; failedAt: string | null; failingSince: string | null }>>;
}

/** Charging stations that are connected to the app itself: how many of what. */
export interface ChargePointCounts {
  known: number;
  connected: number;
  silent: number;
  badlySet: number;
  /** For how many seconds each of those that are not connected has said nothing, by its identity. */
  silentS: Readonly<Record<string, number>>;
}

/** What an app counts of itself for its operator: how many of what, never who. */
export interface Counts {
  /** Sessions and payments that are not over, by state. */
  sessions: Readonly<Record<string, number>>;
  payments: Readonly<Record<string, number>>;
  /** Jobs not done yet, and for how many seconds the oldest has been due: of all, and of each kind. */
  outbox: { depth: number; oldestAt: string | null; overdueS: number; overdueKindsS: Readonly<Record<string, number>> };
  /** For how many seconds the oldest hold has been neither captured nor released. */
  unsettledS: number;
  /** Connections with whoever runs charging points, by their names; missing where there are none of that kind. */
  connections?: Readonly<Record<string, ConnectionCounts>>;
  /** Missing where there are none. */
  chargePoints?: ChargePointCounts;
  /** Open alerts: all, and of each kind. */
  attention: number;
  attentionKinds: Readonly<Record<string, number>>;
}

/** One session by the id that its driver has, or by the one that others may watch it with. */
export type WatchSessionRequest = ({ sessionId: string } | { watchId: string }) & { signal: AbortSignal };

/** An order as it reaches the operator. */
export interface StartOrder extends StartRequest {
  /** Fingerprint of who is asking, for limits where no e-mail address is given. Never taken from what the browser sends. */
  visitor?: string;
  /** Whoever orders has seen the code of this slot on the station's screen. Never taken from what the browser sends. */
  codeSlot?: number;
}

/** Receipts for somebody else than the driver. */
export interface ForwardReceiptsRequest {
  receipts: readonly string[];
  /** As typed. */
  email: string;
  /** What the letter speaks. */
  locale: Locale;
  formToken: string;
}

/** What a code on a station's screen says of itself. */
export interface CheckCodeRequest {
  /** How the station calls itself, and its EVSE. */
  chargePoint: string;
  evse: number;
  password: string;
  version: string;
  /** Where the code names the EVSE ID as well, both must belong together. */
  evseId?: string;
}

/** 'unchecked': nobody can say now. A point that is known is given along, for its brand. */
export type CodeCheck =
  | { kind: 'valid'; slot: number; point: CodePoint }
  | { kind: 'old'; minutes: number; point: CodePoint }
  | { kind: 'wrong' | 'unchecked'; point: CodePoint | null };

export interface CodePoint {
  clientId: string;
  evseId: string;
}

/** What the web part needs from whoever operates the charging points: our own operator, or someone else's service. */
export interface Backend extends Charging {
  startSession(request: StartOrder): Promise<Started>;
  /** `document` is the number of one of a receipt's documents; without it the one that counts. */
  getInvoice(request: { receipt: string; document?: string }): Promise<Download>;
  getCalibrationData(request: { receipt: string }): Promise<Download>;
  /** To an address that was typed for it, in one letter of each brand; the same form token never sends a second one. */
  forwardReceipts(request: ForwardReceiptsRequest): Promise<void>;
  /** Each change of a session, beginning with how it is now. By `watchId` as `getWatchedSession` shows it. */
  watchSession(request: WatchSessionRequest): AsyncIterable<Session>;
  /** Counts how often something about the plugs of a point may have changed, beginning with 0. */
  watchPoint(request: { clientId: string; evseId: string; signal: AbortSignal }): AsyncIterable<number>;
  /** Whether a station's screen shows this code now. */
  checkCode(request: CheckCodeRequest): Promise<CodeCheck>;
  /** One of a brand's logos by its hash. */
  findLogo(request: { clientId: string; hash: string }): Promise<Logo | null>;
  /** Decides without asking anybody else whether a client has pages, before its brand is known. @throws Problem 'no-client' */
  admitClient(request: { clientId: string }): Promise<unknown>;
  /**
   * Differs once what pages show of the catalogue, or of the plugs of this point, has changed. Null: changes are not announced at
   * present. Without it no page is cached.
   */
  catalogueVersion?(evseId: string | undefined): string | null;
  /** A point that is sold now, whose pages a process draws before anybody comes; null: there is none. */
  somePoint?(): Promise<{ clientId: string; evseId: string } | null>;
  /** Whether an order or session with this id exists, or it is a receipt token of ours: it proves that a form came from us. */
  knows(request: { id: string }): Promise<boolean>;
}

/** What the console is made of: who is signed in, and what they may ask and do. */
export interface OperatorConsole {
  signIns: SignIns;
  operatingAs(who: Person, requestId: string): Operating;
}

/** Somebody has just come in: what their browser keeps, and for how long. */
export interface SignedIn {
  token: string;
  person: Person;
  lastsMs: number;
}

/** What a provider's answer is checked against, sealed; null: nobody has asked, or it was answered. */
export type ProviderRequest = string | null;

/** Where somebody is sent to, and what the answer is checked against. */
export interface SignInRequest {
  address: string;
  state: string;
  nonce: string;
  verifier: string;
}

/** Who a provider says that somebody is. */
export interface Known {
  name: string;
  /** As in Person: never changes, whatever the person calls themselves. */
  account: string;
  /** Null: their account has no role here. */
  may: Role | null;
}

/** Knows the people of a company. Neither waits longer than a person would. */
export interface SignInProvider {
  /** Null: it cannot be asked now. */
  request(request: { redirectUri: string }): Promise<SignInRequest | null>;
  /** By the whole address of its answer; null: it does not count. */
  read(answer: SignInRequest): Promise<Known | null>;
}

export interface SignIns {
  /** Null: nobody, or not any more. */
  find(token: string): Promise<Person | null>;
  /** Opens once; null: it opens nothing. */
  openLink(token: string, requestId: string): Promise<SignedIn | null>;
  enter(person: Person, requestId: string): Promise<SignedIn>;
  leave(token: string, requestId: string): Promise<void>;
  leaveEverywhere(person: Person, requestId: string): Promise<void>;
  storeRequest(state: string, sealed: string): Promise<void>;
  /** Answers it once. */
  redeemRequest(state: string): Promise<ProviderRequest>;
  refused(why: string, requestId: string): Promise<void>;
  /** Ends the sign-ins of an account that has no role any more, and writes the refusal into the audit. */
  refusedAccount(known: Pick<Known, 'name' | 'account'>, requestId: string): Promise<void>;
}
