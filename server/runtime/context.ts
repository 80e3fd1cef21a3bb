import { LRUCache } from 'lru-cache';
import type { PlugTerms } from '../../shared/charging/charging.ts';
import { HOUR_MS, MINUTE_MS } from '../../shared/model/time.ts';
import type { Secret } from '../../shared/util/secret.ts';
import type {
  Clock,
  DocumentFiles,
  DrawLabels,
  DrawPage,
  Holidays,
  Mail,
  Payments,
  Push,
  Translator,
  VatRegister,
} from '../core/ports/ports.ts';
import type { Stations } from '../core/ports/stationPort.ts';
import type { BooksSettings } from '../core/records/ledgerSettings.ts';
import type { Store } from '../store/engine/database.ts';
import type { AuditFacts } from '../store/jobs/audit.ts';
import type { Outages } from './outages.ts';
import type { KnownReadings, MadeView, MeterSoFar, SharedView } from './sessionCaches.ts';
import type { SessionNotifier } from './sessionNotifier.ts';
import type { StationAdmin } from './stationAdmin.ts';

/** Dependencies of the operator. */
export interface OperatorDependencies {
  store: Store;
  stations: Stations;
  payments: Payments;
  /** Administration of stations for the console, apart from the catalogue. Default: none. */
  stationAdmin?: StationAdmin;
  mail: Mail;
  /** Default: no push messages are sent. */
  push?: Push | null;
  /** Default: the pages of documents are stored in the database. */
  documentFiles?: DocumentFiles | null;
  /** Default: pages are drawn on the calling thread. */
  draw?: DrawPage;
  drawLabels?: DrawLabels;
  clock: Clock;
  holidays: Holidays;
  vatRegister: VatRegister;
  translator: Translator;
  /**
   * For tests that charge faster than a connector can: the power in watts that limits the reported energy. Default: the rated
   * power.
   */
  boundingPowerW?: number;
  /** Signs and encrypts receipt tokens and stored personal data. */
  secret: Secret;
  /** Origin of the shop for the return paths of payment pages. Empty in demo mode, where paths suffice. */
  origin: string;
  /** Origin of the shop in links of e-mails. In demo mode this is the local machine. */
  linkOrigin: string;
  /** Settings of the accounting. Default: the default of each setting. */
  books?: BooksSettings;
  /** Identifies this process among those on the same database. Each socket of a station belongs to one process. */
  processId?: string;
  /** Writes one log line with ids, states and amounts, never with a name. */
  logEvent(event: string, facts: AuditFacts): void;
  /** Writes a log line that requires attention. Default: `logEvent`. */
  warn?(event: string, facts: AuditFacts): void;
}

/** The dependencies, and the state that the operator holds in memory while it runs. */
export interface OperatorContext extends OperatorDependencies {
  /** Identifies this process among those on the same database. */
  processId: string;
  /** Starts due jobs immediately instead of at the next round, in this process or in another one. */
  wake(): void;
  /** Waits until no job is in progress, but at most `maxMs` milliseconds. */
  idle(maxMs: number): Promise<void>;
  /** Notifies the watchers of a session about changes. */
  sessionNotifier: SessionNotifier;
  /** Work that a failure of the database has interrupted. */
  outages: Outages;
  /** Caches of this process. Lost entries are computed again. */
  meters: LRUCache<string, MeterSoFar>;
  reported: LRUCache<string, KnownReadings>;
  /** Sessions whose devices have received the warning that the limit is near. */
  warned: LRUCache<string, true>;
  views: LRUCache<string, MadeView>;
  terms: LRUCache<string, PlugTerms>;
  /** Views that are currently watched in this process, by reader and session. */
  viewsInFlight: Map<string, SharedView>;
}

/** Each entry takes some kilobytes. */
const MAX_CACHED_METERS = 5000;
const MAX_CACHED_VIEWS = 500;
/** Each entry takes some kilobytes. */
const MAX_CACHED_TERMS = 1000;

/** Caches that are lost when the process ends. */
type SessionCacheKey = 'meters' | 'reported' | 'warned' | 'views' | 'terms' | 'viewsInFlight';

export const createSessionCaches = (): Pick<OperatorContext, SessionCacheKey> => ({
  meters: new LRUCache({ max: MAX_CACHED_METERS }),
  reported: new LRUCache({ max: MAX_CACHED_METERS }),
  warned: new LRUCache({ max: MAX_CACHED_METERS }),
  views: new LRUCache({ max: MAX_CACHED_VIEWS }),
  terms: new LRUCache({ max: MAX_CACHED_TERMS }),
  viewsInFlight: new Map(),
});

/**
 * 'done': the job is completed. 'finished': the handler has completed the row together with its changes. `retry`: the job runs
 * again.
 */
export type Outcome = 'done' | 'finished' | { retry: string; notBefore?: Date };

export const START_LIMIT_MS = 3 * MINUTE_MS;
/** Lifetime of a payment page. Stripe requires at least half an hour by Stripe's own clock. */
export const CHECKOUT_LIMIT_MS = 35 * MINUTE_MS;
/** Time after a cancellation within which a start may still be executed, at stations that do not reject cancelled starts. */
export const CANCELLED_START_GRACE_MS = 10 * MINUTE_MS;
/** Charging stops this long before the hold expires. */
export const HOLD_EXPIRY_MARGIN_MS = 12 * HOUR_MS;
/** After this time without the last meter value, staff may settle a session manually. */
export const LAST_VALUE_LIMIT_MS = 15 * MINUTE_MS;
