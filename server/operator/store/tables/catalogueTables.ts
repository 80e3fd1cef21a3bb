import type { Generated } from 'kysely';
import type { PlugState } from '../../../../shared/session.ts';

// What is sold; tables.ts says what columns may be.

type Json = string;
type Flag = 0 | 1;

export interface ClientsTable {
  id: string;
  json: Json;
  /** 0: no longer in the operator's files, but sessions and receipts still name it. */
  is_current: Flag;
}

export interface PointsTable {
  evse_id: string;
  /** Upper case without separators: what a typed ID is compared with. */
  compact: string;
  client_id: string;
  json: Json;
  is_current: Flag;
  /** Who has told of it: 'files', or a source of stations. */
  source: Generated<string>;
  /** The source's key of its location; null: of files. */
  location: string | null;
}

export interface TariffsTable {
  id: string;
  version: string;
  json: Json;
  is_current: Flag;
  source: Generated<string>;
}

/** What a source of stations has told of a location, and why not all of it can be sold. */
export interface ToldLocationsTable {
  source: string;
  location: string;
  /** A list of DataFault. */
  refused: Json;
  updated_at: number;
}

/** Which version of a tariff is sold when: the one that began last, of those whose time it is. */
export interface TariffPeriodsTable {
  tariff_id: string;
  /** 0: always. */
  valid_from: number;
  /** The first instant at which it is sold no more; null: until another begins. */
  valid_until: number | null;
  version: string;
  source: Generated<string>;
}

export interface PlugsTable {
  evse_id: string;
  connector: string;
  state: PlugState;
  updated_at: number;
}
