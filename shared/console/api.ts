import type { Act } from './acts.ts';
import type { AgreedTexts } from './agreedTexts.ts';
import type { Audit, AuditQuery } from './audit.ts';
import type { Brands } from './brands.ts';
import type { ListFormat } from './files.ts';
import type { LabelLocation } from './labels.ts';
import type { Book, LedgerFileRequest } from './ledger.ts';
import type { Acted, ActPreview, Attention, Listed, OperatedSession, Refusal, Today } from './operating.ts';
import type { OperatedPoint } from './point.ts';
import type { Calculated, CalculateRequest, ImportState, Prices, PricesQuery } from './prices.ts';
import type { Report, ReportFileKind } from './reports.ts';
import type { SecurityEvent } from './securityEvents.ts';
import type { SessionLine, SessionQuery } from './sessions.ts';
import type { StationSettings } from './stationCommands.ts';
import type { StationLogFile } from './stationLogFiles.ts';
import type { ConnectionWithRefusals, Sites, Some, Stations, StationsQuery, StationWithPoints } from './stations.ts';
import type { WebhookLine, WebhookWithDeliveries } from './webhooks.ts';

/** Address of the API below the origin of the app. */
export const API_PATH = '/operator-api/v1';

interface Read<Query, Answer> {
  query: Query;
  answer: Answer;
}
type NoQuery = Record<never, never>;

/** A session without the driver's own link, with which a program could stop the session and open documents. */
export type ApiSession = Omit<OperatedSession, 'receiptPath'>;

/** Everything that the API reads: paths, query parameters and answers. scripts/build/describeApi.ts describes the API by this type. */
export interface ApiReads {
  /** The business of today, active sessions and open issues. */
  '/overview': Read<NoQuery, Today>;
  /** Open issues, with the objects that they concern. */
  '/overview/attention': Read<NoQuery, readonly Attention[]>;
  /** Sessions, newest first, or the result of a search. */
  '/sessions': Read<SessionQuery, Listed<SessionLine>>;
  /** One session with its payment, documents, timeline and possible actions. */
  '/sessions/{number}': Read<NoQuery, ApiSession>;
  /** The legal texts to which the order of a session agreed. */
  '/sessions/{number}/agreed-texts': Read<NoQuery, AgreedTexts>;
  /** Charging points by place, with the state of each connector. */
  '/points': Read<{ after?: string }, Sites>;
  /** Locations whose labels can be exported. */
  '/points/labels': Read<{ find?: string; after?: string }, Some<LabelLocation>>;
  /** One charging point: states, faults, last sessions, uptime and prices. */
  '/points/{evseId}': Read<NoQuery, OperatedPoint>;
  /** Stations, connections to partners, and rejected connections. */
  '/stations': Read<StationsQuery, Stations>;
  /** One OCPP station with its charging points. */
  '/stations/{identity}': Read<NoQuery, StationWithPoints>;
  /** The settings that an OCPP station reported at the last request. */
  '/stations/{identity}/settings': Read<NoQuery, StationSettings>;
  /** The security events that an OCPP station has reported, the latest first. */
  '/stations/{identity}/security-events': Read<NoQuery, readonly SecurityEvent[]>;
  /** The last messages of an OCPP station without personal data, oldest first. */
  '/stations/{identity}/messages': Read<NoQuery, readonly string[]>;
  /** The last log files that staff have requested of an OCPP station, newest first. */
  '/stations/{identity}/log-files': Read<NoQuery, readonly StationLogFile[]>;
  /** One OCPI connection with its parties and rejected objects. */
  '/stations/connections/{name}': Read<{ after?: string }, ConnectionWithRefusals>;
  /** Tariffs with the prices of now and announced prices. */
  '/tariffs': Read<PricesQuery, Prices>;
  /** The last import of brands, points and prices. */
  '/tariffs/last-import': Read<NoQuery, ImportState>;
  /** The price of an example session at a tariff. */
  '/tariffs/{tariff}/calculate': Read<Omit<CalculateRequest, 'tariff'>, Calculated>;
  /** Accounting of a day or month: sums, differences, VAT, numbers and payouts. */
  '/ledger/{period}': Read<{ before?: string; supplier?: string }, Book>;
  /** Energy, revenue and use of a month or year. */
  '/reports/{period}': Read<{ supplier?: string }, Report>;
  /** Brands as drivers see them, with what is missing. */
  '/brands': Read<{ id?: string }, Brands>;
  /** Actions of staff, newest first. */
  '/audit': Read<AuditQuery, Audit>;
  /** Webhook endpoints. */
  '/webhooks': Read<NoQuery, readonly WebhookLine[]>;
  /** One webhook endpoint with its last deliveries. */
  '/webhooks/{webhook}': Read<NoQuery, WebhookWithDeliveries>;
}
export type ApiRead = keyof ApiReads;

/** Separator of decimals in a CSV file. Absent: the comma. */
type Format = Partial<ListFormat>;

/** Everything that the API exports as a file: paths and query parameters. Each export is in the audit log. */
export interface ApiFiles {
  /** All charging points with the state of each connector, as CSV. */
  '/points/export': Format;
  /** All OCPP stations without passwords, as CSV. */
  '/stations/export': Format;
  /** Labels with QR codes for all connectors at a location, as PDF. `location`: its `place`. */
  '/points/labels/export': { location: string };
  /** The photo of a fault report of a driver, as JPEG. */
  '/points/faults/{report}/photo': NoQuery;
  /** A log file that an OCPP station has uploaded. */
  '/stations/{identity}/log-files/{file}': NoQuery;
  /** All sessions that match a search, as CSV. */
  '/sessions/export': Omit<SessionQuery, 'before'> & Format;
  /** A file of the ledger: entries, booking batch, documents or payouts. */
  '/ledger/{period}/export': Omit<LedgerFileRequest, 'period' | 'decimal'> & Format;
  /** A report as CSV. */
  '/reports/{period}/export': { kind: ReportFileKind; supplier?: string } & Format;
  /** All actions of staff that match a filter, as CSV. */
  '/audit/export': Omit<AuditQuery, 'before'> & Format;
}
export type ApiFile = keyof ApiFiles;

/** Answer of an action that is done. */
export type ApiDone = Extract<Acted, { kind: 'done' }>;
/** Answer of a preview. */
export type ApiPreview = Exclude<ActPreview, Refusal>;
/** Everything that the API does, and its answers. */
export interface ApiActs {
  act: Act;
  done: ApiDone;
  preview: ApiPreview;
}

/** An error, as RFC 9457 defines. */
export interface ApiProblem {
  type: 'about:blank';
  title: string;
  status: number;
  detail: string;
  /** One word for programs. */
  code: ApiProblemCode;
  /** Names the request in the log of the app. */
  requestId: string;
  /** Wrong values of the request. `pointer`: RFC 6901. */
  errors?: readonly { pointer: string; detail: string }[];
  /** The last action on a session that has changed since it was read. Absent: none. */
  changedBy?: { who: string; does: string; at: string };
}

/** Codes of `ApiProblem`. New versions of the app may add codes. */
export const API_PROBLEMS = {
  'token-missing': 401,
  'token-invalid': 401,
  'scope-missing': 403,
  'brand-limited': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'not-possible': 409,
  changed: 412,
  'invalid-request': 422,
  'version-missing': 428,
  'too-many-requests': 429,
  unexpected: 500,
  'partner-failed': 502,
  unavailable: 503,
} as const;
export type ApiProblemCode = keyof typeof API_PROBLEMS;

/** The whole API, as scripts/build/describeApi.ts reads the types. */
export interface Api {
  reads: ApiReads;
  files: ApiFiles;
  acts: ApiActs;
  problem: ApiProblem;
}
