import { LRUCache } from 'lru-cache';
import type { PlugTerms } from '../../shared/charging/charging.ts';
import { HOUR_MS, MINUTE_MS } from '../../shared/model/time.ts';
import type { Secret } from '../../shared/util/secret.ts';
import type { Mail } from '../core/ports/mailPort.ts';
import type {
  Clock,
  DocumentFiles,
  DrawLabels,
  DrawPage,
  Holidays,
  Payments,
  Push,
  RedrawPhoto,
  Translator,
  VatRegister,
} from '../core/ports/ports.ts';
import type { Stations } from '../core/ports/stationPort.ts';
import type { WebhookSender } from '../core/ports/webhookPort.ts';
import type { BooksSettings } from '../core/records/ledgerSettings.ts';
import type { Store } from '../store/engine/database.ts';
import type { AuditFacts } from '../store/jobs/audit.ts';
import type { Outages } from './outages.ts';
import type { KnownReadings, MadeView, MeterSoFar, SharedView } from './sessionCaches.ts';
import type { SessionNotifier } from './sessionNotifier.ts';
import type { StationAdmin } from './stationAdmin.ts';

export interface OperatorDependencies {
  store: Store;
  stations: Stations;
  payments: Payments;
  /** Administration of stations for the console. Absent: the console has none. */
  stationAdmin?: StationAdmin;
  mail: Mail;
  /** Sends push messages. Absent or null: none are sent. */
  push?: Push | null;
  /** Sends events to webhook endpoints. Absent: events wait. */
  webhooks?: WebhookSender;
  /** Storage of drawn documents. Absent or null: they are stored in the database. */
  documentFiles?: DocumentFiles | null;
  /** Draws a document. Absent: documents are drawn on the calling thread. */
  draw?: DrawPage;
  drawLabels?: DrawLabels;
  /** Draws a visitor's photo again. Absent: photos are refused. */
  redrawPhoto?: RedrawPhoto;
  clock: Clock;
  holidays: Holidays;
  vatRegister: VatRegister;
  translator: Translator;
  /**
   * Power in watts that limits the plausible energy of a report, for tests with unrealistically fast charging. Absent: the rated
   * power of the connector.
   */
  boundingPowerW?: number;
  /** Secret for signing and encrypting receipt tokens, and for encrypting stored personal data. */
  secret: Secret;
  /** Origin of the shop, to which payment pages return. Empty in a demo, where paths are sufficient. */
  origin: string;
  /** Origin of the shop for links in e-mails. In a demo, this is the local machine. */
  linkOrigin: string;
  /** Settings of the ledger. Absent: the defaults. */
  books?: BooksSettings;
  /** Identifies this process among all processes on the same database. A station's WebSocket is connected to one process only. */
  processId?: string;
  /** Writes one log line. `facts` contains ids, states and amounts, never names of persons. */
  logEvent(event: string, facts: AuditFacts): void;
  /** Writes a log line as a warning. Absent: `logEvent` is used. */
  warn?(event: string, facts: AuditFacts): void;
}

/** The dependencies of the embedded operator, and the state that it keeps in memory. */
export interface OperatorContext extends OperatorDependencies {
  /** Identifies this process among all processes on the same database. */
  processId: string;
  /** Starts due jobs now instead of at the next poll, in this process and in the others on the same database. */
  wake(): void;
  /** Waits until no job is in progress, but at most `maxMs` milliseconds. */
  idle(maxMs: number): Promise<void>;
  /** Notifies everything that waits for changes of a session. */
  sessionNotifier: SessionNotifier;
  /** Tracks which work is interrupted because the database fails. */
  outages: Outages;
  /** This field and those below are caches of this process. A lost entry is computed again. */
  meters: LRUCache<string, MeterSoFar>;
  knownReadings: LRUCache<string, KnownReadings>;
  /** Sessions whose devices were warned that the cost is near the limit. */
  warned: LRUCache<string, true>;
  views: LRUCache<string, MadeView>;
  terms: LRUCache<string, PlugTerms>;
  /**
   * Sessions that are watched in this process at the moment. Each is computed once for all its watchers. The key consists of the
   * reader and the session id.
   */
  viewsInFlight: Map<string, SharedView>;
}

/** Limits the memory: each entry takes some kilobytes. */
const MAX_CACHED_METERS = 5000;
const MAX_CACHED_VIEWS = 500;
/** Limits the memory: each entry takes some kilobytes. */
const MAX_CACHED_TERMS = 1000;

/** Fields with caches, which are lost when the process ends. */
type SessionCacheKey = 'meters' | 'knownReadings' | 'warned' | 'views' | 'terms' | 'viewsInFlight';

export const createSessionCaches = (): Pick<OperatorContext, SessionCacheKey> => ({
  meters: new LRUCache({ max: MAX_CACHED_METERS }),
  knownReadings: new LRUCache({ max: MAX_CACHED_METERS }),
  warned: new LRUCache({ max: MAX_CACHED_METERS }),
  views: new LRUCache({ max: MAX_CACHED_VIEWS }),
  terms: new LRUCache({ max: MAX_CACHED_TERMS }),
  viewsInFlight: new Map(),
});

/**
 * Result of a job's handler. 'done': the caller marks the job as completed. 'finished': the handler has already done so, in the
 * transaction of its changes. `retry`: the reason why the job must run again. `dueAt`: the job is not due before this time, which
 * is no failure.
 */
export type Outcome = 'done' | 'finished' | { retry: string; notBefore?: Date } | { dueAt: Date };

export const START_LIMIT_MS = 3 * MINUTE_MS;
/** How long a payment page is open. Stripe requires at least half an hour by its own clock, which may differ from ours. */
export const CHECKOUT_LIMIT_MS = 35 * MINUTE_MS;
/** How long after its cancellation a start may still be executed by a station that does not reject cancelled starts. */
export const CANCELLED_START_GRACE_MS = 10 * MINUTE_MS;
/** Charging is stopped this long before the hold expires. */
export const HOLD_EXPIRY_MARGIN_MS = 12 * HOUR_MS;
/** If the last meter value has not arrived after this time, staff may decide about the bill. */
export const LAST_VALUE_LIMIT_MS = 15 * MINUTE_MS;
