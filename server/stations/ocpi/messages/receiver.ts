import type { CdrReading } from './cdr.ts';
import type { CommandResult } from './command.ts';
import type { MessageFault, OcpiVersion, Quirk } from './message.ts';
import type { OcpiSession } from './session.ts';
import type { OcpiTariff } from './tariff.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Identifies an object of a connection. Ids are compared without case. */
export interface OwnedId {
  connectionId: string;
  country_code: string;
  party_id: string;
  id: string;
}

/** Identifies a location. With `evseUid`, one of its EVSEs. With `connectorId` too, one of that EVSE's connectors. */
export interface LocationId extends OwnedId {
  evseUid: string | null;
  connectorId: string | null;
}

/** The result of receiving an object. */
export type Received =
  /**
   * 'created' and 'updated': stored. 'outdated': older than the stored object and therefore ignored, which is no fault of the
   * CPO platform.
   */
  | { kind: 'created' | 'updated' | 'outdated' }
  /** The object, or the one that should contain it, is not stored. */
  | { kind: 'unknown' }
  | { kind: 'invalid'; faults: readonly MessageFault[] };

/**
 * Receives locations and tariffs as JSON. Implementations merge changes, ignore outdated ones by `last_updated`, and validate
 * the result.
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
  /**
   * Applies a PATCH. Serialized with other changes of the session, so that two concurrent PATCH requests do not lose each
   * other's periods.
   */
  patch(request: {
    session: OwnedId;
    merge(stored: JsonObject): WholeSession | { faults: readonly MessageFault[] };
  }): Promise<Received>;
  /** Alerts staff if an invalid message concerns a session that the app started. */
  unreadable(request: { session: OwnedId; body: unknown; faults: readonly MessageFault[] }): Promise<void>;
}

/** A valid session, as received and as validated. */
export interface WholeSession {
  raw: JsonObject;
  value: OcpiSession;
  /** Deviations from OCPI in this message that do no harm. */
  quirks: readonly Quirk[];
}

export interface CdrReceiver {
  /**
   * Stores a CDR. `reference` is part of its URL. 'different': another CDR with this id is stored and stays. 'unmatched': the
   * app has not started the session, so the CDR is not stored. 'kept': the CDR is invalid but stored, and staff are alerted,
   * because the CPO platform sends it only once. 'excess': the start has too many CDRs, so staff must decide.
   */
  add(request: { connectionId: string; raw: unknown; reading: CdrReading }): Promise<{
    kind: 'created' | 'repeated' | 'different' | 'kept' | 'unmatched' | 'excess';
    reference: string;
  }>;
  find(request: { connectionId: string; reference: string }): Promise<JsonObject | null>;
}

export interface CommandReceiver {
  /**
   * Handles a command's result. `secret` is the last part of the response URL.
   * @returns false if no command was sent with this secret
   */
  result(request: { connectionId: string | null; command: string; secret: string; result: CommandResult }): Promise<boolean>;
}

/** The receivers of everything that CPO platforms push. */
export interface Receivers {
  catalogue: CatalogueReceiver;
  sessions: SessionReceiver;
  cdrs: CdrReceiver;
  commands: CommandReceiver;
  /**
   * Returns the AuthorizationInfo for the token of a start, or null if the start is unknown, refused or cancelled. Some CPOs
   * request it, although OCPI does not allow that for these tokens. `locationId` is where the driver is. Null: the CPO did not
   * say.
   */
  authorize(request: { connectionId: string; uid: string; locationId: string | null }): Promise<object | null>;
}
