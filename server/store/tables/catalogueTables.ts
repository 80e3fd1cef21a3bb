import type { Generated, GeneratedAlways } from 'kysely';
import type { Cable, PlugState } from '../../../shared/charging/session.ts';
import type { LegalSource } from '../../../shared/model/legal.ts';
import type { Country } from '../../../shared/model/locales.ts';
import type { Tariff } from '../../../shared/model/tariff.ts';
import type { ClientRecord, DataFault, PointRecord } from '../../core/records/records.ts';
import type { RowOf } from './codec.ts';
import { flag, json, named, nullable, text, time } from './columns.ts';

// The tables of the catalogue. The types of columns are in columns.ts.

export const CLIENT = {
  id: text(),
  client: named('json', json<ClientRecord>()),
  /** False: no longer in the operator's files, but sessions and receipts still refer to the client. */
  isCurrent: flag(),
};

export type ClientsTable = RowOf<typeof CLIENT> & {
  /** Changes with `json`. Computed by the database. */
  version: GeneratedAlways<string>;
};

export const POINT = {
  evseId: text(),
  /** Upper case without separators, for comparison with typed IDs. */
  compact: text(),
  clientId: text(),
  point: named('json', json<PointRecord>()),
  isCurrent: flag(),
  /** 'files', or a source of stations. */
  source: text(),
  /** The source's key of the location. Null: the point is from the operator's files. */
  location: nullable(text()),
  /** Identity of the OCPP charging station. Null: the point has another source. */
  chargePoint: nullable(text()),
};

/** The person who has switched a point off, the time, and the reason. */
export interface SwitchedOff {
  /** ISO string. */
  at: string;
  by: string;
  reason: string;
}
export const SWITCHED_OFF = nullable(json<SwitchedOff>());

/** Points, with columns that neither files nor sources change. */
export type PointsTable = RowOf<typeof POINT> & {
  /** Null: the point is on. */
  switched_off: Generated<string | null>;
  /** 'City, street'. Computed by the database. */
  place: GeneratedAlways<string>;
};

export const TARIFF = {
  id: text(),
  version: text(),
  tariff: named('json', json<Tariff>()),
  source: text(),
};

/** When each version of a tariff is sold. Of the valid versions, the one that began last counts. */
export interface TariffPeriodsTable {
  tariff_id: string;
  /** 0: always. */
  valid_from: number;
  /** Exclusive. Null: until another version begins. */
  valid_until: number | null;
  version: string;
  source: string;
}

/** A connector on sale, by tariff. Written by triggers of the database. */
interface PlugsSoldTable {
  tariff_id: string;
  /** Normalized EVSE ID of the point. */
  compact: string;
  connector: string;
  client_id: string;
  country: Country;
  /** DC with at least 50 kW. */
  is_fast: number;
}

/** The number of similar connectors that are sold by a tariff. Written by triggers of the database. */
interface TariffUsesTable extends Omit<PlugsSoldTable, 'compact' | 'connector'> {
  plugs: number;
}

interface PlugsTable {
  evse_id: string;
  connector: string;
  state: PlugState;
  updated_at: number;
  /** The last session at this connector, until another vehicle uses the connector. Null: none of the shop. */
  session_id: string | null;
  /** Result of the driver's unlock request. */
  unlock: Cable['unlock'];
}

export interface PlugTables {
  plugs: PlugsTable;
  plugs_sold: PlugsSoldTable;
  tariff_uses: TariffUsesTable;
}

/** Codes on displays with which an order was placed. */
export interface UsedCodesTable {
  evse_id: string;
  slot: number;
  order_id: string;
  used_at: number;
}

/** The faults and remarks of a location that a source has pushed. */
export const PUSHED_LOCATION = {
  source: text(),
  location: text(),
  refused: json<readonly DataFault[]>(),
  remarks: nullable(json<readonly DataFault[]>()),
  updatedAt: time(),
};

/** The last import of the operator's folder. */
export interface ImportedFiles {
  /** The rules by which the folder was read and checked. */
  rules: string;
  /** All file names that were checked, and a hash of their contents. */
  seen: { names: readonly string[]; hash: string };
  reported: ImportSummary;
  /** Period without changes by tariff dates, in epoch milliseconds, `from` inclusive. `until` null: no further change. */
  from: number;
  until: number | null;
}

/** The summary of a folder that is shown at the start. */
export interface ImportSummary {
  clients: number;
  points: number;
  plugs: number;
  sold: number;
  remarks: readonly DataFault[];
}

export const IMPORTED_FILES = { name: text(), taken: named('json', json<ImportedFiles>()) };

/** All versions of all legal texts, by the SHA-256 of their source. */
export const LEGAL_TEXT = { hash: text(), source: named('json', json<LegalSource>()) };

export interface ImportTables {
  imported_files: RowOf<typeof IMPORTED_FILES>;
  legal_texts: RowOf<typeof LEGAL_TEXT>;
}
