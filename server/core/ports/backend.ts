import type { Charging, Started, StartRequest } from '../../../shared/charging/charging.ts';
import type { Session } from '../../../shared/charging/session.ts';
import type { Operating } from '../../../shared/console/operating.ts';
import type { Person, Role } from '../../../shared/console/signedIn.ts';
import type { Locale } from '../../../shared/model/locales.ts';

/**
 * A file for the visitor. `size` in bytes: the browser receives the size, so a download that breaks off is detected as failed.
 */
export interface Download {
  fileName: string;
  contentType: string;
  size: number;
  bytes: AsyncIterable<Uint8Array>;
}

export interface Logo {
  contentType: string;
  bytes: Uint8Array;
  /** SHA-256 in hex. The hash is part of the logo's address, so browsers may cache the logo without a limit. */
  hash: string;
}

/** The state of one connection to a platform. */
export interface ConnectionCounts {
  /** Number of seconds during which every request to the platform has failed. 0: requests succeed. */
  failingS: number;
  /** `openStarts`: starts whose sessions have not ended. `awaitedCdrs`: sessions that have ended and have no CDR yet. */
  openStarts: number;
  awaitedCdrs: number;
  /** Time of the last success and of the last failure of each OCPI module, ISO 8601. */
  modules: Readonly<Record<string, { succeededAt: string | null; failedAt: string | null; failingSince: string | null }>>;
}

/** Numbers of charging stations that connect directly to the app. */
export interface ChargePointCounts {
  known: number;
  connected: number;
  silent: number;
  badlySet: number;
  /** For each station without a connection, the seconds since the last message, by the identity of the station. */
  silentS: Readonly<Record<string, number>>;
}

/** Numbers for the metrics of the app. They contain no personal data. */
export interface Counts {
  /** Sessions and payments that are not finished, by state. */
  sessions: Readonly<Record<string, number>>;
  payments: Readonly<Record<string, number>>;
  /** The open jobs, and for how many seconds the oldest one has been due: of all jobs, and of each kind. */
  outbox: { depth: number; oldestAt: string | null; overdueS: number; overdueKindsS: Readonly<Record<string, number>> };
  /** For how many seconds the oldest hold has been neither captured nor released. */
  unsettledS: number;
  /** Connections to platforms by name. Absent if there is no connection. */
  connections?: Readonly<Record<string, ConnectionCounts>>;
  /** Absent if the app has no stations of its own. */
  chargePoints?: ChargePointCounts;
  /** Number of open alerts: all, and of each kind. */
  attention: number;
  attentionKinds: Readonly<Record<string, number>>;
}

/** One session, by the driver's session id or by the id of the shared view. */
export type WatchSessionRequest = ({ sessionId: string } | { watchId: string }) & { signal: AbortSignal };

/** An order with the facts that the server adds to the request. */
export interface StartOrder extends StartRequest {
  /**
   * Fingerprint of the visitor, for limits on orders without an e-mail address. The server computes the fingerprint and ignores
   * any value from the browser.
   */
  visitor?: string;
  /**
   * Set if the visitor has opened a valid code from the station's screen: the validity slot of that code. The server sets this
   * field and ignores any value from the browser.
   */
  codeSlot?: number;
}

/** A request to send receipts to a person other than the driver. */
export interface ForwardReceiptsRequest {
  receipts: readonly string[];
  /** As entered. */
  email: string;
  /** The language of the e-mail. */
  locale: Locale;
  formToken: string;
}

/** The fields of a code from a station's screen. */
export interface CheckCodeRequest {
  /** The identity of the charging station, and the number of its EVSE. */
  chargePoint: string;
  evse: number;
  password: string;
  version: string;
  /** If the code also contains an EVSE ID, that ID must belong to the same EVSE. */
  evseId?: string;
}

/**
 * 'unchecked': the code cannot be checked now. `point` is set for a known charging point, because the page shows the brand of
 * the point.
 */
export type CodeCheck =
  | { kind: 'valid'; slot: number; point: CodePoint }
  | { kind: 'old'; minutes: number; point: CodePoint }
  | { kind: 'wrong' | 'unchecked'; point: CodePoint | null };

export interface CodePoint {
  clientId: string;
  evseId: string;
}

/**
 * The interface between the web server and the operator of the charging points, which is either our own operator module or a
 * remote service.
 */
export interface Backend extends Charging {
  startSession(request: StartOrder): Promise<Started>;
  /** `document` is a number of one document of the receipt. Without a number, the current document. */
  getInvoice(request: { receipt: string; document?: string }): Promise<Download>;
  getCalibrationData(request: { receipt: string }): Promise<Download>;
  /**
   * Sends receipts to an entered address, one e-mail for each brand. A repeated request with the same form token sends no second
   * e-mail.
   */
  forwardReceipts(request: ForwardReceiptsRequest): Promise<void>;
  /**
   * Yields the current session first, then each change. With a `watchId`, the view is the same as that of `getWatchedSession`.
   */
  watchSession(request: WatchSessionRequest): AsyncIterable<Session>;
  /** Yields 0 first, then an increasing number whenever the connectors of the charging point may have changed. */
  watchPoint(request: { clientId: string; evseId: string; signal: AbortSignal }): AsyncIterable<number>;
  /** Checks whether the screen of the station shows this code now. */
  checkCode(request: CheckCodeRequest): Promise<CodeCheck>;
  /** Finds a logo of a brand by the hash. */
  findLogo(request: { clientId: string; hash: string }): Promise<Logo | null>;
  /**
   * Checks that a client has pages, before the brand is loaded. Makes no request to another system.
   * @throws Problem 'no-client'
   */
  admitClient(request: { clientId: string }): Promise<unknown>;
  /**
   * A version that changes whenever the catalogue, or the connectors of this charging point, change. Null: changes are not
   * announced at the moment. Without this method, no page is cached.
   */
  catalogueVersion?(evseId: string | undefined): string | null;
  /**
   * Any charging point that is on sale. A process renders the pages of this point before the first visitor arrives. Null: no
   * point is on sale.
   */
  somePoint?(): Promise<{ clientId: string; evseId: string } | null>;
  /**
   * Returns true if an order or a session has this id, or if the id is a valid receipt token. This proves that a form came from
   * our pages.
   */
  knows(request: { id: string }): Promise<boolean>;
}

/** The operations behind the console: the signed-in staff, and their queries and acts. */
export interface OperatorConsole {
  signIns: SignIns;
  operatingAs(who: Person, requestId: string): Operating;
}

/** A new sign-in: the token for the cookie, the person, and the lifetime in milliseconds. */
export interface SignedIn {
  token: string;
  person: Person;
  lastsMs: number;
}

/**
 * The encrypted data against which the provider's answer is checked. Null: no request exists, or the request has already been
 * answered.
 */
export type ProviderRequest = string | null;

/** The address to which the browser is redirected, and the values against which the provider's answer is checked. */
export interface SignInRequest {
  address: string;
  state: string;
  nonce: string;
  verifier: string;
}

/** The identity that a sign-in provider reports for a person. */
export interface Known {
  name: string;
  /** As in `Person`: never changes, even if the name changes. */
  account: string;
  /** Null: the account has no role in this console. */
  may: Role | null;
}

/** The identity provider of a company. Both calls have a time limit, because a person waits for the page. */
export interface SignInProvider {
  /** Null: the provider is not available. */
  request(request: { redirectUri: string }): Promise<SignInRequest | null>;
  /**
   * Checks the provider's answer. `address` is the complete address that the browser was redirected to. Null: the answer is not
   * valid.
   */
  read(answer: SignInRequest): Promise<Known | null>;
}

export interface SignIns {
  /** Null: the token is unknown, or the sign-in has ended. */
  find(token: string): Promise<Person | null>;
  /** Signs in with a link, which is valid once. Null: the link is not valid. */
  openLink(token: string, requestId: string): Promise<SignedIn | null>;
  enter(person: Person, requestId: string): Promise<SignedIn>;
  leave(token: string, requestId: string): Promise<void>;
  leaveEverywhere(person: Person, requestId: string): Promise<void>;
  storeRequest(state: string, sealed: string): Promise<void>;
  /** Returns the stored request and removes the request, so that a second call returns null. */
  redeemRequest(state: string): Promise<ProviderRequest>;
  refused(why: string, requestId: string): Promise<void>;
  /** Ends all sign-ins of an account that has lost its role, and records the refusal in the audit log. */
  refusedAccount(known: Pick<Known, 'name' | 'account'>, requestId: string): Promise<void>;
}
