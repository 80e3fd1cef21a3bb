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
   * 'created' and 'updated': stored. 'outdated': ignored, because the stored object is newer. This is no error of the CPO
   * platform.
   */
  | { kind: 'created' | 'updated' | 'outdated' }
  /** The object, or the object that contains it, is not stored. */
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
   * Applies a PATCH. Changes of one session are made one after the other, so that two concurrent PATCH requests do not lose each
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
  /** Harmless deviations from OCPI in this message. */
  quirks: readonly Quirk[];
}

export interface CdrReceiver {
  /**
   * Stores a CDR. `reference` is part of the CDR's URL. 'different': another CDR with this id is stored and stays. 'unmatched':
   * not stored, because the app has not started the session. 'kept': stored although it is invalid, because the CPO platform
   * sends it only once; staff are alerted. 'excess': staff must decide, because the start has too many CDRs.
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
   * Returns the AuthorizationInfo for the token of a start. Some CPOs request it, although OCPI does not allow this for such
   * tokens. `locationId`: where the driver is, or null if the CPO did not say.
   * @returns null if the start is unknown, refused or cancelled
   */
  authorize(request: { connectionId: string; uid: string; locationId: string | null }): Promise<object | null>;
}
