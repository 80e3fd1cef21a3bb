import type { Charging, Started, StartRequest } from '../../../shared/charging/charging.ts';
import type { ReportFaultRequest } from '../../../shared/charging/faultReport.ts';
import type { Session } from '../../../shared/charging/session.ts';
import type { Locale } from '../../../shared/model/locales.ts';
import type { FeedDocument, FeedRequest } from './feedPort.ts';

/**
 * A file that a visitor downloads. `size` is in bytes and is sent to the browser, so that the browser detects an incomplete
 * download.
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
  /** SHA-256 of the logo in hex. The hash is part of the logo's URL, so browsers may cache the logo for ever. */
  hash: string;
}

/** State of one OCPI connection to a CPO's platform. */
export interface ConnectionCounts {
  /** Number of seconds for which all requests to the CPO's platform have failed. 0 if requests succeed. */
  failingS: number;
  /** `openStarts`: starts whose sessions have not ended. `awaitedCdrs`: ended sessions whose CDR has not arrived. */
  openStarts: number;
  awaitedCdrs: number;
  /** For each OCPI module, the times (ISO 8601) of the last success and the last failure, and since when requests fail. */
  modules: Readonly<Record<string, { succeededAt: string | null; failedAt: string | null; failingSince: string | null }>>;
}

/** Counts of the charging stations that connect directly to the app. */
export interface ChargePointCounts {
  known: number;
  connected: number;
  silent: number;
  badlySet: number;
  /** For each disconnected station, by identity: number of seconds since its last message. */
  silentS: Readonly<Record<string, number>>;
}

/** Counts for monitoring (/metrics), without personal data. */
export interface Counts {
  /** Number of sessions and of payments in each state that is not final. */
  sessions: Readonly<Record<string, number>>;
  payments: Readonly<Record<string, number>>;
  /**
   * Open jobs. `depth`: number of jobs. `oldestAt`: first due time of the oldest job, ISO 8601. `overdueS`: seconds since
   * `oldestAt`. `overdueKindsS`: the overdue seconds per kind of job.
   */
  outbox: { depth: number; oldestAt: string | null; overdueS: number; overdueKindsS: Readonly<Record<string, number>> };
  /** Age in seconds of the oldest hold that is neither captured nor released. */
  unsettledS: number;
  /** OCPI connections by name. Absent if there are none. */
  connections?: Readonly<Record<string, ConnectionCounts>>;
  /** Absent if no stations connect directly to the app. */
  chargePoints?: ChargePointCounts;
  /** Number of open alerts, over all kinds and per kind. */
  attention: number;
  attentionKinds: Readonly<Record<string, number>>;
}

/** Selects one session, either by its id (for its driver) or by the id of its watch link. */
export type WatchSessionRequest = ({ sessionId: string } | { watchId: string }) & { signal: AbortSignal };

/** An order with fields that the server adds to the visitor's request. */
export interface StartOrder extends StartRequest {
  /**
   * Fingerprint of the visitor's network. It limits orders without an e-mail address. The server computes it and ignores a value
   * from the browser.
   */
  visitor?: string;
  /**
   * Time slot in which the scanned QR code is valid. Set if the visitor opened a valid QR code from the screen of the station.
   * The server sets it and ignores a value from the browser.
   */
  codeSlot?: number;
}

/** Asks for receipts to be sent to another person than the driver. */
export interface ForwardReceiptsRequest {
  receipts: readonly string[];
  /** The e-mail address as the visitor entered it. */
  email: string;
  /** Language in which the e-mail is written. */
  locale: Locale;
  formToken: string;
}

/** Contents of a QR code on the screen of a station. */
export interface CheckCodeRequest {
  /** Identity of the charging station (OCPP), and the number of the EVSE at the station. */
  chargePoint: string;
  evse: number;
  password: string;
  version: string;
  /** EVSE ID, if the QR code contains one. It must belong to the EVSE that `chargePoint` and `evse` name. */
  evseId?: string;
}

/**
 * Result of checking a QR code. 'old': the station showed the QR code `minutes` ago. 'unchecked': the check is impossible at the
 * moment. `point` is set if the charging point is known, so that the page shows the point's brand.
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
 * Everything that the web server needs for visitors. Implemented by the app's `Operator` and by the adapter of an external
 * service.
 */
export interface Backend extends Charging {
  startSession(request: StartOrder): Promise<Started>;
  /**
   * Returns a document as PDF. `document` is the number of one of the receipt's documents; without it, the current document is
   * returned.
   */
  getInvoice(request: { receipt: string; document?: string }): Promise<Download>;
  getCalibrationData(request: { receipt: string }): Promise<Download>;
  /**
   * Sends receipts to the entered address, in one e-mail per brand. Repeating the request with the same form token sends
   * nothing.
   */
  forwardReceipts(request: ForwardReceiptsRequest): Promise<void>;
  /**
   * Stores a driver's report about a charging point for staff. Drivers see no change. Repeating the request with the same form
   * token and content stores nothing.
   * @throws Problem 'invalid-input', 'no-charging-point', 'too-many' if too many photos are being read
   */
  reportFault(request: ReportFaultRequest): Promise<void>;
  /**
   * Yields the current session at once, and the changed session after each change. With a `watchId`, yields what
   * `getWatchedSession` returns.
   */
  watchSession(request: WatchSessionRequest): AsyncIterable<Session>;
  /** Yields 0 at once, and a higher number whenever the states of the point's connectors may have changed. */
  watchPoint(request: { clientId: string; evseId: string; signal: AbortSignal }): AsyncIterable<number>;
  /** Checks whether the screen of the station shows this QR code at the moment. */
  checkCode(request: CheckCodeRequest): Promise<CodeCheck>;
  /** Finds a logo of a brand by the hash of the logo. */
  findLogo(request: { clientId: string; hash: string }): Promise<Logo | null>;
  /**
   * Checks that a brand has pages, before its data is loaded. Makes no request to another system.
   * @throws Problem 'no-client' if the brand has no pages
   */
  admitClient(request: { clientId: string }): Promise<unknown>;
  /**
   * Returns a version that changes whenever the catalogue or the connectors of this charging point change. Null: changes cannot
   * be detected at the moment. If the method is absent, pages are not cached.
   */
  catalogueVersion?(evseId: string | undefined): string | null;
  /**
   * Returns an arbitrary charging point that is offered. After its start, a process renders the pages of this point once, so
   * that they are fast for the first visitor. Null: no point is offered.
   */
  somePoint?(): Promise<{ clientId: string; evseId: string } | null>;
  /**
   * Returns a document of the brand's public feed (AFIR art. 20). If the method is absent, the app publishes no feed.
   * @returns null if the brand publishes no feed
   */
  getFeed?(request: FeedRequest): Promise<FeedDocument | null>;
  /**
   * Returns true if an order or a session has this id, or if the id is a valid receipt token. A form with such an id was served
   * by this app.
   */
  knows(request: { id: string }): Promise<boolean>;
}
