import type { ClientRecord, DataFault, DatedTariff, PointRecord } from '../records/records.ts';
import type { PlugStatus } from './stationPort.ts';

/** One location as a source tells of it, in our words. */
export interface PushedLocation {
  /** As addresses name it. */
  source: string;
  /** The source's own key of it, such as 'DE*ABC*LOC1'. */
  location: string;
  points: readonly PointRecord[];
  /** Those that the points name. Their ids begin with the source and a slash. */
  tariffs: readonly DatedTariff[];
  /** What could not be put into our words, and why. */
  refused: readonly DataFault[];
  /** What an operator has to know of what is sold there; missing: nothing. */
  remarks?: readonly DataFault[];
}

/** What a source tells of its locations, in one transaction with what it keeps of them itself. */
export interface CatalogueWriter {
  /** As `Catalogue.putLocation`, one after the other; answers in the same order. */
  putLocations(reported: readonly PushedLocation[]): Promise<readonly { sold: number; refused: readonly DataFault[] }[]>;
  /** How plugs of one location stand; of what is not sold there nothing is kept. */
  putPlugs(reported: Pick<PushedLocation, 'source' | 'location'> & { plugs: readonly PlugStatus[] }): Promise<void>;
  removeLocation(key: Pick<PushedLocation, 'source' | 'location'>): Promise<void>;
  /** The points of all locations of an OCPI party, 'DE*ABC', are sold no more by this source; sessions there go on. */
  removeParty(request: { source: string; party: string }): Promise<void>;
}

/** What sources of stations tell of what can be sold there; states of plugs they tell by `reportPlug`. */
export interface Catalogue {
  /** Who sells the locations of an OCPI party, 'DE*ABC'; null: nobody. */
  findSeller(party: string): Promise<ClientRecord | null>;
  /**
   * Takes the place of what was told of this location before. Each point passes the checks of the files' import; one that does
   * not is not sold, and the others are.
   */
  putLocation(reported: PushedLocation): Promise<{ sold: number; refused: readonly DataFault[] }>;
  /** Its points are sold no more; sessions there go on. */
  removeLocation(key: Pick<PushedLocation, 'source' | 'location'>): Promise<void>;
  /** What cannot be sold of all that a source has told, with the reasons, for the operator. */
  listRefused(source: string): Promise<readonly DataFault[]>;
  /** What an operator has to know of what is sold: each remark once, at most 200. */
  listRemarks(source: string): Promise<readonly DataFault[]>;
  /** How many points of a source are sold now. */
  countPoints(source: string): Promise<number>;
}
