import type { NamedParties } from '../../shared/console/parties.ts';
import type { RefusedStation } from '../../shared/console/refusals.ts';
import type { SecurityEvent } from '../../shared/console/securityEvents.ts';
import type { StationSettings } from '../../shared/console/stationCommands.ts';
import type {
  ConnectionFault,
  ConnectionLine,
  Some,
  StationAccess,
  StationFilter,
  StationKind,
  StationLine,
} from '../../shared/console/stations.ts';
import type { CommandOutcome, StationCommand } from '../core/ports/stationCommands.ts';
import type { Db, Trx } from '../store/engine/database.ts';
import type { Reach } from '../store/shop/plugs.ts';

/** Administration of stations and of OCPI connections by staff. */
export interface StationAdmin {
  /** The configured station sources. */
  kinds: readonly StationKind[];
  /** Returns the station sources that are reachable at the moment. */
  reach(): Promise<Reach>;
  /** OCPP stations. Null if OCPP is not configured. */
  ocpp: OcppAdmin | null;
  /** OCPI connections. Null if OCPI is not configured. */
  ocpi: OcpiAdmin | null;
}

/** Database access inside a transaction that the caller has begun. */
export interface Within {
  db: Db;
  inTransaction<T>(work: (trx: Trx) => Promise<T>): Promise<T>;
}

export interface OcppAdmin {
  /** Lists stations, sorted by identity. With a filter, a page may be short although more stations follow. */
  list(request: { limit: number; after?: string; is?: StationFilter }): Promise<Some<StationLine>>;
  /**
   * Finds an added station.
   * @returns null if no station with this identity was added
   */
  find(identity: string): Promise<StationLine | null>;
  listRefused(): Promise<readonly RefusedStation[]>;
  /** Returns those of the given identities whose station was not added or has never connected. */
  listNeverConnected(identities: readonly string[]): Promise<ReadonlySet<string>>;
  isIdentity(text: string): boolean;
  /** Returns true if a station with this identity was added. Runs in the caller's transaction. */
  knows(within: Within, identity: string): Promise<boolean>;
  /**
   * Adds a station, or sets a new password for an existing one. Runs in the caller's transaction.
   * @throws Error if `protocol` is not supported
   */
  add(within: Within, request: { identity: string; protocol: string | null }): Promise<StationAccess>;
  /**
   * Sends a command to a station and waits for its response. Must not run in a transaction, because another process may be
   * connected to the station.
   * @returns 'not connected' if nothing was sent
   */
  send(identity: string, command: StationCommand): Promise<CommandOutcome | 'not connected'>;
  /**
   * Returns the settings that the station reported at the last request. Runs in the caller's transaction.
   * @returns null if they were never requested
   */
  findSettings(within: Within, identity: string): Promise<StationSettings | null>;
  /** Lists the security events that a station has reported, the latest first. */
  listSecurityEvents(identity: string): Promise<readonly SecurityEvent[]>;
  /** Lists the last messages of a station without personal data, oldest first. Must not run in a transaction. */
  listMessages(identity: string): Promise<readonly string[]>;
  /** Returns the URL to which the station connects: 'wss://laden.example/ocpp/CP1'. */
  addressOf(identity: string): string;
}

export interface ConnectPlatformRequest extends NamedParties {
  name: string;
  /** URL of the OCPI versions endpoint of the CPO's platform. */
  versionsUrl: string;
  /** Registration token that the CPO's platform has issued. It is used once. */
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
   * Changes the OCPI parties that a connection represents. Runs in the caller's transaction.
   * @returns null if the connection does not exist
   */
  changeParties(
    within: Within,
    request: ChangePartiesRequest,
  ): Promise<{ moved: readonly { party: string; from: string }[] } | null>;
  /**
   * Registers with the CPO's platform. Must not run in a transaction, because the platform calls the app before it responds.
   * @returns null on success
   */
  connect(request: ConnectPlatformRequest): Promise<{ fault: ConnectionFault; why: string } | null>;
}
