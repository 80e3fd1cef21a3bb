import type { Generated, GeneratedAlways } from 'kysely';
import type { Cable, PlugState } from '../../../shared/charging/session.ts';
import type { LegalSource } from '../../../shared/model/legal.ts';
import type { Country } from '../../../shared/model/locales.ts';
import type { Tariff } from '../../../shared/model/tariff.ts';
import type { ClientRecord, DataFault, PointRecord } from '../../core/records/records.ts';
import type { RowOf } from './codec.ts';
import { flag, json, named, nullable, text, time } from './columns.ts';

// The tables of what is sold; tables.ts says how columns are kept.

export const CLIENT = {
  id: text(),
  client: named('json', json<ClientRecord>()),
  /** False: no longer in the operator's files, but sessions and receipts still name it. */
  isCurrent: flag(),
};

export type ClientsTable = RowOf<typeof CLIENT> & {
  /** Another one whenever `json` is another one: written by the database itself. */
  version: GeneratedAlways<string>;
};

export const POINT = {
  evseId: text(),
  /** Upper case without separators: what a typed ID is compared with. */
  compact: text(),
  clientId: text(),
  point: named('json', json<PointRecord>()),
  isCurrent: flag(),
  /** Who has told of it: 'files', or a source of stations. */
  source: text(),
  /** The source's key of its location; null: of files. */
  location: nullable(text()),
  /** Identity of the charge point it is reached at; null: it is reached otherwise. */
  chargePoint: nullable(text()),
};

/** That its operator has switched it off: by whom, when, and why. */
export interface SwitchedOff {
  /** ISO. */
  at: string;
  by: string;
  reason: string;
}
export const SWITCHED_OFF = nullable(json<SwitchedOff>());

/** What the files and the sources tell, and what neither of them changes. */
export type PointsTable = RowOf<typeof POINT> & {
  /** Null: it is on. */
  switched_off: Generated<string | null>;
  /** 'City, street': written by the database itself. */
  place: GeneratedAlways<string>;
};

export const TARIFF = {
  id: text(),
  version: text(),
  tariff: named('json', json<Tariff>()),
  isCurrent: flag(),
  source: text(),
};

/** Which version of a tariff is sold when: the one that began last, of those whose time it is. */
export interface TariffPeriodsTable {
  tariff_id: string;
  /** 0: always. */
  valid_from: number;
  /** The first instant at which it is sold no more; null: until another begins. */
  valid_until: number | null;
  version: string;
  source: string;
}

/** A plug that is sold now, by its tariff: written by the database itself. */
interface PlugsSoldTable {
  tariff_id: string;
  /** Of its point. */
  compact: string;
  connector: string;
  client_id: string;
  country: Country;
  /** DC of 50 kW and more. */
  is_fast: number;
}

/** How many plugs alike are sold by a tariff: written by the database itself. */
interface TariffUsesTable extends Omit<PlugsSoldTable, 'compact' | 'connector'> {
  plugs: number;
}

interface PlugsTable {
  evse_id: string;
  connector: string;
  state: PlugState;
  updated_at: number;
  /** The session that was here last, as long as nobody else has been since; null: none of ours. */
  session_id: string | null;
  /** What became of the driver's wish to have it unlocked. */
  unlock: Cable['unlock'];
}

export interface PlugTables {
  plugs: PlugsTable;
  plugs_sold: PlugsSoldTable;
  tariff_uses: TariffUsesTable;
}

/** Codes on screens that an order was placed with. */
export interface UsedCodesTable {
  evse_id: string;
  slot: number;
  order_id: string;
  used_at: number;
}

/** What a source of stations has told of a location, and why not all of it can be sold. */
export const PUSHED_LOCATION = {
  source: text(),
  location: text(),
  refused: json<readonly DataFault[]>(),
  remarks: nullable(json<readonly DataFault[]>()),
  updatedAt: time(),
};

/** An operator's folder as it was taken over last. */
export interface ImportedFiles {
  /** What it was read and judged by. */
  rules: string;
  /** Every name that was looked at in it, and a hash over what was found there. */
  seen: { names: readonly string[]; hash: string };
  told: ImportSummary;
  /** By the dates of its tariffs nothing changes between these, epoch milliseconds, the first included; null: never again. */
  from: number;
  until: number | null;
}

/** What a start says of a folder. */
export interface ImportSummary {
  clients: number;
  points: number;
  plugs: number;
  sold: number;
  remarks: readonly DataFault[];
}

export const IMPORTED_FILES = { name: text(), taken: named('json', json<ImportedFiles>()) };

/** Every version of every legal text, by the sha-256 of its source. */
export const LEGAL_TEXT = { hash: text(), source: named('json', json<LegalSource>()) };

export interface ImportTables {
  taken_files: RowOf<typeof IMPORTED_FILES>;
  legal_texts: RowOf<typeof LEGAL_TEXT>;
}
