import type { ClientRecord, DataFault, DatedTariff, PointRecord } from '../records/records.ts';
import type { PlugStatus } from './stationPort.ts';

/** One location as a source reports it, converted to our terms. */
export interface PushedLocation {
  /** The same name as in `StationAddress.source`. */
  source: string;
  /** The key of the location at its source, such as 'DE*ABC*LOC1'. */
  location: string;
  points: readonly PointRecord[];
  /** The tariffs that the points refer to. Their ids begin with the source and a slash. */
  tariffs: readonly DatedTariff[];
  /** The parts that could not be converted, with the reasons. */
  refused: readonly DataFault[];
  /** Remarks for the staff about the points on sale. Absent: none. */
  remarks?: readonly DataFault[];
}

/** Writes the locations of a source in the same transaction as the source's own data. */
export interface CatalogueWriter {
  /** Applies `Catalogue.putLocation` to the locations one after the other. The results have the same order. */
  putLocations(reported: readonly PushedLocation[]): Promise<readonly { sold: number; refused: readonly DataFault[] }[]>;
  /** Stores the states of the connectors of one location. States of points that are not on sale are ignored. */
  putPlugs(reported: Pick<PushedLocation, 'source' | 'location'> & { plugs: readonly PlugStatus[] }): Promise<void>;
  removeLocation(key: Pick<PushedLocation, 'source' | 'location'>): Promise<void>;
  /** Ends the sale of all points that this source reports for an OCPI party, 'DE*ABC'. Running sessions continue. */
  removeParty(request: { source: string; party: string }): Promise<void>;
}

/** Receives the offers of station sources. The sources report connector states by `reportPlug`. */
export interface Catalogue {
  /** The client that sells the locations of an OCPI party, 'DE*ABC'. Null: no client does. */
  findSeller(party: string): Promise<ClientRecord | null>;
  /**
   * Replaces everything that was stored for this location. Each point is checked like a point of the file import. A point that
   * fails the check is not sold, the others are.
   */
  putLocation(reported: PushedLocation): Promise<{ sold: number; refused: readonly DataFault[] }>;
  /** Ends the sale of the location's points. Running sessions continue. */
  removeLocation(key: Pick<PushedLocation, 'source' | 'location'>): Promise<void>;
  /** Everything that a source has reported and that cannot be sold, with the reasons, for the staff. */
  listRefused(source: string): Promise<readonly DataFault[]>;
  /** Remarks about the points on sale, for the staff: each remark once, at most 200. */
  listRemarks(source: string): Promise<readonly DataFault[]>;
  /** Number of points of a source that are on sale. */
  countPoints(source: string): Promise<number>;
}
