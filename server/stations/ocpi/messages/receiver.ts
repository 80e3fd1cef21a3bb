import type { CdrReading } from './cdr.ts';
import type { CommandResult } from './command.ts';
import type { MessageFault, OcpiVersion, Quirk } from './message.ts';
import type { OcpiSession } from './session.ts';
import type { OcpiTariff } from './tariff.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Identifies an object within one connection. Ids are compared without case. */
export interface OwnedId {
  connectionId: string;
  country_code: string;
  party_id: string;
  id: string;
}

/** A location, one of its EVSEs, or one of its connectors. */
export interface LocationId extends OwnedId {
  evseUid: string | null;
  connectorId: string | null;
}

/** The result of receiving an object. */
export type Received =
  /**
   * Stored, as a new or a known object. 'outdated': older than the stored object, so ignored. This is not a fault of the
   * platform.
   */
  | { kind: 'created' | 'updated' | 'outdated' }
  /** The object, or its parent, is unknown. */
  | { kind: 'unknown' }
  | { kind: 'invalid'; faults: readonly MessageFault[] };

/**
 * Receives locations and tariffs as JSON. The receiver merges changes, orders them by `last_updated` and validates the result.
 */
export interface CatalogueReceiver {
  findLocation(place: LocationId): Promise<JsonObject | null>;
  putLocation(request: { place: LocationId; raw: JsonObject; lastUpdated: Date; version: OcpiVersion }): Promise<Received>;
  patchLocation(request: { place: LocationId; patch: JsonObject; lastUpdated: Date; version: OcpiVersion }): Promise<Received>;
  findTariff(tariff: OwnedId): Promise<JsonObject | null>;
  putTariff(request: { tariff: OwnedId; raw: JsonObject; value: OcpiTariff; version: OcpiVersion }): Promise<Received>;
  removeTariff(tariff: OwnedId): Promise<Received>;
}

export interface SessionReceiver {
  find(session: OwnedId): Promise<JsonObject | null>;
  put(request: { session: OwnedId; whole: WholeSession }): Promise<Received>;
  /** Serialized with other changes of the session, so that two PATCH requests do not lose each other's periods. */
  patch(request: {
    session: OwnedId;
    merge(stored: JsonObject): WholeSession | { faults: readonly MessageFault[] };
  }): Promise<Received>;
  /** Alerts staff if the message concerns a session of the app. */
  unreadable(request: { session: OwnedId; body: unknown; faults: readonly MessageFault[] }): Promise<void>;
}

/** A session as JSON and as the validated value. */
export interface WholeSession {
  raw: JsonObject;
  value: OcpiSession;
  /** Harmless deviations from the standard. */
  quirks: readonly Quirk[];
}

export interface CdrReceiver {
  /**
   * Stores a CDR. `reference` is part of the CDR's URL. 'different': another CDR with this id is stored and stays. 'unmatched':
   * the CDR belongs to no start of the app and is not stored. 'kept': the CDR belongs to a start but is invalid. The CDR is
   * stored and staff are alerted, because the platform sends a CDR only once. 'excess': the start has too many CDRs, so staff
   * must decide.
   */
  add(request: { connectionId: string; raw: unknown; reading: CdrReading }): Promise<{
    kind: 'created' | 'repeated' | 'different' | 'kept' | 'unmatched' | 'excess';
    reference: string;
  }>;
  find(request: { connectionId: string; reference: string }): Promise<JsonObject | null>;
}

export interface CommandReceiver {
  /**
   * Handles a command result. `secret` is the last part of the response URL.
   * @returns false if no command was sent with this secret
   */
  result(request: { connectionId: string | null; command: string; secret: string; result: CommandResult }): Promise<boolean>;
}

/** The receivers of all messages that CPOs push. */
export interface Receivers {
  catalogue: CatalogueReceiver;
  sessions: SessionReceiver;
  cdrs: CdrReceiver;
  commands: CommandReceiver;
  /**
   * Returns the AuthorizationInfo for the token of a start that is under way, or null. Some CPOs send this request although the
   * standard does not allow that. `locationId` is the driver's location, or null if the CPO does not send one.
   */
  authorize(request: { connectionId: string; uid: string; locationId: string | null }): Promise<object | null>;
}
