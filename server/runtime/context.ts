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

/** What the operator works with. */
export interface OperatorDependencies {
  store: Store;
  stations: Stations;
  payments: Payments;
  /** What the console tells of stations beside what is sold; missing: nothing. */
  stationAdmin?: StationAdmin;
  mail: Mail;
  /** Missing: devices are told nothing. */
  push?: Push | null;
  /** Missing: the pages of documents lie in the database. */
  documentFiles?: DocumentFiles | null;
  /** Missing: they are drawn on the thread that asks. */
  draw?: DrawPage;
  drawLabels?: DrawLabels;
  clock: Clock;
  holidays: Holidays;
  vatRegister: VatRegister;
  translator: Translator;
  /** For tests that charge faster than plugs can: the power by which reported energy is bounded, in watts. Missing: the rated power. */
  boundingPowerW?: number;
  /** Issues receipt tokens. */
  secret: Secret;
  /** Our own origin, before the paths a payment page returns to; empty in demo mode, where paths alone will do. */
  origin: string;
  /** Our origin in links of e-mails; in demo mode this machine's own. */
  linkOrigin: string;
  /** How the books are kept; missing: as usual. */
  books?: BooksSettings;
  /** This process among those on the same database, for stations whose sockets it holds. */
  processId?: string;
  /** One line for the log: ids, states and amounts, never a name. */
  logEvent(event: string, facts: AuditFacts): void;
  /** The same for what somebody should read at once; by default one line like any other. */
  warn?(event: string, facts: AuditFacts): void;
}

/** The dependencies, and what the operator keeps beside them while it runs. */
export interface OperatorContext extends OperatorDependencies {
  /** This process among those on the same database. */
  processId: string;
  /** Due jobs are done at once instead of at the next round, here or at another process. */
  wake(): void;
  /** Waits for the jobs at hand, but at most so long. */
  idle(maxMs: number): Promise<void>;
  /** Tells whoever watches a session that it has changed. */
  sessionNotifier: SessionNotifier;
  /** Work that is interrupted because the database fails. */
  outages: Outages;
  /** Caches of this process: what is lost is computed again. */
  meters: LRUCache<string, MeterSoFar>;
  reported: LRUCache<string, KnownReadings>;
  /** Sessions whose devices have been told that their limit is near. */
  warned: LRUCache<string, true>;
  views: LRUCache<string, MadeView>;
  terms: LRUCache<string, PlugTerms>;
  /** Views that are watched in this process now, by reader and session. */
  viewsInFlight: Map<string, SharedView>;
}

/** Some kilobytes each. */
const MAX_CACHED_METERS = 5000;
const MAX_CACHED_VIEWS = 500;
/** Some kilobytes each. */
const MAX_CACHED_TERMS = 1000;

/** Kept while the process runs, and lost with it. */
type SessionCacheKey = 'meters' | 'reported' | 'warned' | 'views' | 'terms' | 'viewsInFlight';

export const createSessionCaches = (): Pick<OperatorContext, SessionCacheKey> => ({
  meters: new LRUCache({ max: MAX_CACHED_METERS }),
  reported: new LRUCache({ max: MAX_CACHED_METERS }),
  warned: new LRUCache({ max: MAX_CACHED_METERS }),
  views: new LRUCache({ max: MAX_CACHED_VIEWS }),
  terms: new LRUCache({ max: MAX_CACHED_TERMS }),
  viewsInFlight: new Map(),
});

/** A job is done; its row was finished with what it has changed; or it is tried again later. */
export type Outcome = 'done' | 'finished' | { retry: string; notBefore?: Date };

export const START_LIMIT_MS = 3 * MINUTE_MS;
/** The provider's page closes by itself after so long: at least half an hour at Stripe, by Stripe's clock. */
export const CHECKOUT_LIMIT_MS = 35 * MINUTE_MS;
/** Stations that do not reject cancelled starts: how long after a cancellation a start may still be carried out. */
export const CANCELLED_START_GRACE_MS = 10 * MINUTE_MS;
/** A hold is not left to lapse: charging is stopped this long before. */
export const HOLD_EXPIRY_MARGIN_MS = 12 * HOUR_MS;
/** After so long without the last meter value a person may settle a session by hand. */
export const LAST_VALUE_LIMIT_MS = 15 * MINUTE_MS;
