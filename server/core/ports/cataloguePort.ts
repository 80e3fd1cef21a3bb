import type { ClientRecord, DataFault, DatedTariff, PointRecord } from '../records/records.ts';
import type { PlugStatus } from './stationPort.ts';

/** A location as a station source reports it, converted into records of the app. */
export interface PushedLocation {
  /** Name of the station source, as in `StationAddress.source`. */
  source: string;
  /** Key of the location at its station source, such as 'DE*ABC*LOC1'. */
  location: string;
  points: readonly PointRecord[];
  /** Tariffs that the points refer to. Their ids begin with the name of the station source and a slash. */
  tariffs: readonly DatedTariff[];
  /** Parts of the location that could not be converted, with the reasons. */
  refused: readonly DataFault[];
  /** Warnings for staff about points that can be offered nevertheless. Absent: none. */
  remarks?: readonly DataFault[];
}

/** Writes locations within the transaction in which the adapter of a station source writes its own data. */
export interface CatalogueWriter {
  /** Like `Catalogue.putLocation`, for several locations. The results have the order of the locations. */
  putLocations(reported: readonly PushedLocation[]): Promise<readonly { offered: number; refused: readonly DataFault[] }[]>;
  /** Stores the states of the connectors of one location. States of points that are not offered are ignored. */
  putPlugs(reported: Pick<PushedLocation, 'source' | 'location'> & { plugs: readonly PlugStatus[] }): Promise<void>;
  removeLocation(key: Pick<PushedLocation, 'source' | 'location'>): Promise<void>;
  /** Stops offering all points of an OCPI party ('DE*ABC') that the station source has reported. Running sessions continue. */
  removeParty(request: { source: string; party: string }): Promise<void>;
}

/** Receives locations and tariffs from station sources. States of connectors are reported by `reportPlug` instead. */
export interface Catalogue {
  /** Finds the brand that offers the locations of an OCPI party ('DE*ABC'). Null: no brand does. */
  findSeller(party: string): Promise<ClientRecord | null>;
  /**
   * Replaces everything that is stored for this location. Each point is checked like a point in the operator's files. A point
   * that fails the check is not offered. `sold`: number of offered points.
   */
  putLocation(reported: PushedLocation): Promise<{ offered: number; refused: readonly DataFault[] }>;
  /** Stops offering the points of the location. Running sessions continue. */
  removeLocation(key: Pick<PushedLocation, 'source' | 'location'>): Promise<void>;
  /** Lists for staff what a station source has reported but cannot be offered, with the reasons. */
  listRefused(source: string): Promise<readonly DataFault[]>;
  /** Lists for staff the warnings about the offered points of a station source: each warning once, at most 200. */
  listRemarks(source: string): Promise<readonly DataFault[]>;
  /** Counts the offered points of a station source. */
  countPoints(source: string): Promise<number>;
}
