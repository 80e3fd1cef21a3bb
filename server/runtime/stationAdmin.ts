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

/** Administration of stations and connections by staff, apart from the catalogue. */
export interface StationAdmin {
  /** The sources that the settings name. */
  kinds: readonly StationKind[];
  /** Returns the sources that are currently reachable. */
  reach(): Promise<Reach>;
  /** Null if OCPP is not configured. */
  ocpp: OcppAdmin | null;
  /** Null if OCPI is not configured. */
  ocpi: OcpiAdmin | null;
}

/** Access to the database in a transaction of the caller. */
export interface Within {
  db: Db;
  inTransaction<T>(work: (trx: Trx) => Promise<T>): Promise<T>;
}

export interface OcppAdmin {
  /** Lists stations in the order of their identities. With a filter a page may be short although more stations follow. */
  list(request: { limit: number; after?: string; is?: StationFilter }): Promise<Some<StationLine>>;
  /** @returns null if the station was not added */
  find(identity: string): Promise<StationLine | null>;
  listRefused(): Promise<readonly RefusedStation[]>;
  /** Returns those of the given identities that have never connected or were not added. */
  listNeverConnected(identities: readonly string[]): Promise<ReadonlySet<string>>;
  isIdentity(text: string): boolean;
  /** Returns true if the station was added. Runs in the caller's transaction. */
  knows(within: Within, identity: string): Promise<boolean>;
  /**
   * Adds a station, or sets a new password for an existing one. Runs in the caller's transaction.
   * @throws Error if `protocol` is not supported
   */
  add(within: Within, request: { identity: string; protocol: string | null }): Promise<StationAccess>;
  /** The URL to which the station connects: 'wss://laden.example/ocpp/CP1'. */
  addressOf(identity: string): string;
}

export interface ConnectPlatformRequest extends NamedParties {
  name: string;
  /** URL of the versions endpoint of the other platform. */
  versionsUrl: string;
  /** The token that the other platform has issued for the registration. The token is used once. */
  token: string;
}

export interface ChangePartiesRequest extends NamedParties {
  name: string;
  change: 'confirm' | 'withdraw';
}

export interface OcpiAdmin {
  list(): Promise<readonly ConnectionLine[]>;
  /** Returns true if the text is a valid name of a connection. */
  isName(text: string): boolean;
  /** Returns true if the connection is active. Runs in the caller's transaction. */
  isActive(within: Within, name: string): Promise<boolean>;
  /**
   * Changes the parties that a connection represents. Runs in the caller's transaction.
   * @returns null if the connection does not exist
   */
  changeParties(
    within: Within,
    request: ChangePartiesRequest,
  ): Promise<{ moved: readonly { party: string; from: string }[] } | null>;
  /**
   * Registers with the other platform, which calls the app meanwhile. Must not run in a transaction.
   * @returns null on success
   */
  connect(request: ConnectPlatformRequest): Promise<{ fault: ConnectionFault; why: string } | null>;
}
