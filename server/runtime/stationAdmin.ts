import type { NamedParties } from '../../shared/console/parties.ts';
import type { RefusedStation } from '../../shared/console/refusals.ts';
import type {
  ConnectionFault,
  ConnectionLine,
  Some,
  StationAccess,
  StationFilter,
  StationKind,
  StationLine,
} from '../../shared/console/stations.ts';
import type { Db, Trx } from '../store/engine/database.ts';
import type { Reach } from '../store/shop/plugs.ts';

/** What is known of stations and connections beside what is sold at them, for those who run the shop. */
export interface StationAdmin {
  /** As the settings name them. */
  kinds: readonly StationKind[];
  /** Which sources can be reached now. */
  reach(): Promise<Reach>;
  /** Null: no stations are connected by OCPP. */
  ocpp: OcppAdmin | null;
  /** Null: nobody is connected by OCPI. */
  ocpi: OcpiAdmin | null;
}

/** A transaction that somebody else has begun. */
export interface Within {
  db: Db;
  inTransaction<T>(work: (trx: Trx) => Promise<T>): Promise<T>;
}

export interface OcppAdmin {
  /** Some stations in the order of their identities. With a filter a page may be short although more follow. */
  list(request: { limit: number; after?: string; is?: StationFilter }): Promise<Some<StationLine>>;
  /** Null: nobody has added it. */
  find(identity: string): Promise<StationLine | null>;
  listRefused(): Promise<readonly RefusedStation[]>;
  /** Those of these identities that have never had a connection, or that are not added. */
  listNeverConnected(identities: readonly string[]): Promise<ReadonlySet<string>>;
  isIdentity(text: string): boolean;
  /** Whether it was added; inside a transaction. */
  knows(within: Within, identity: string): Promise<boolean>;
  /** Lets a station connect, or gives one that may a new password; inside a transaction. @throws Error where `protocol` is not spoken */
  add(within: Within, request: { identity: string; protocol: string | null }): Promise<StationAccess>;
  /** Where it connects: 'wss://laden.example/ocpp/CP1'. */
  addressOf(identity: string): string;
}

export interface ConnectPlatformRequest extends NamedParties {
  name: string;
  /** Where the other platform tells its versions. */
  versionsUrl: string;
  /** That it has given us; it is used once. */
  token: string;
}

export interface ChangePartiesRequest extends NamedParties {
  name: string;
  change: 'confirm' | 'withdraw';
}

export interface OcpiAdmin {
  list(): Promise<readonly ConnectionLine[]>;
  /** Whether a connection may be called so. */
  isName(text: string): boolean;
  /** Whether it is connected; inside a transaction. */
  isActive(within: Within, name: string): Promise<boolean>;
  /** Changes what a connection represents; inside a transaction. Null: there is no such connection. */
  changeParties(
    within: Within,
    request: ChangePartiesRequest,
  ): Promise<{ moved: readonly { party: string; from: string }[] } | null>;
  /** Registers with the other platform, which calls us meanwhile; outside of any transaction. Null: it is done. */
  connect(request: ConnectPlatformRequest): Promise<{ fault: ConnectionFault; why: string } | null>;
}
