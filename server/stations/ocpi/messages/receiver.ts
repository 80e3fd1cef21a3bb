import type { CdrReading } from './cdr.ts';
import type { CommandResult } from './command.ts';
import type { MessageFault, OcpiVersion, Quirk } from './message.ts';
import type { OcpiSession } from './session.ts';
import type { OcpiTariff } from './tariff.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Whose object it is: ids are compared without case, inside one connection. */
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

/** What became of a pushed object. */
export type Received =
  /** Stored; new or known before. Older than what is known: dropped, which is no fault of the peer. */
  | { kind: 'created' | 'updated' | 'outdated' }
  /** The object or what it belongs to is not known. */
  | { kind: 'unknown' }
  | { kind: 'invalid'; faults: readonly MessageFault[] };

/** Places and tariffs as the peer wrote them: whoever keeps them merges, orders by `last_updated` and reads them again. */
export interface CatalogueReceiver {
  findPlace(place: LocationId): Promise<JsonObject | null>;
  putPlace(ask: { place: LocationId; raw: JsonObject; lastUpdated: Date; version: OcpiVersion }): Promise<Received>;
  patchPlace(ask: { place: LocationId; patch: JsonObject; lastUpdated: Date; version: OcpiVersion }): Promise<Received>;
  findTariff(tariff: OwnedId): Promise<JsonObject | null>;
  putTariff(ask: { tariff: OwnedId; raw: JsonObject; value: OcpiTariff; version: OcpiVersion }): Promise<Received>;
  removeTariff(tariff: OwnedId): Promise<Received>;
}

export interface SessionReceiver {
  find(session: OwnedId): Promise<JsonObject | null>;
  put(ask: { session: OwnedId; whole: WholeSession }): Promise<Received>;
  /** One after the other with what else is told of the session: two PATCHes must not lose each other's periods. */
  patch(ask: {
    session: OwnedId;
    merge(stored: JsonObject): WholeSession | { faults: readonly MessageFault[] };
  }): Promise<Received>;
  /** Alerts a person where the message is about a session of ours. */
  unreadable(ask: { session: OwnedId; body: unknown; faults: readonly MessageFault[] }): Promise<void>;
}

/** As the peer wrote it, and as it is read. */
export interface WholeSession {
  raw: JsonObject;
  value: OcpiSession;
  /** How the message differs from the standard without harm. */
  quirks: readonly Quirk[];
}

export interface CdrReceiver {
  /**
   * `reference` stands in our address of it. 'different': the same id was another CDR before, and that one stays.
   * 'unmatched': it belongs to no start of ours, and is not stored. 'kept': it is ours and cannot be read; it is stored, and a
   * person is alerted, because the peer will not send it again. 'excess': so many are stored of its start that a person decides.
   */
  add(ask: { connectionId: string; raw: unknown; reading: CdrReading }): Promise<{
    kind: 'created' | 'repeated' | 'different' | 'kept' | 'unmatched' | 'excess';
    reference: string;
  }>;
  find(ask: { connectionId: string; reference: string }): Promise<JsonObject | null>;
}

export interface CommandReceiver {
  /** `secret` is the last part of the address that we gave with the command. False: nothing was ever sent with it. */
  result(ask: { connectionId: string | null; command: string; secret: string; result: CommandResult }): Promise<boolean>;
}

/** What CPOs tell us, in the hands of whoever keeps it. */
export interface Receivers {
  catalogue: CatalogueReceiver;
  sessions: SessionReceiver;
  cdrs: CdrReceiver;
  commands: CommandReceiver;
  /**
   * What is said of a token: an AuthorizationInfo for that of a driver's start that is under way; null: no such token. Some CPOs ask
   * although they must not. `locationId`: where the driver stands, null where the CPO does not tell.
   */
  authorize(ask: { connectionId: string; uid: string; locationId: string | null }): Promise<object | null>;
}
