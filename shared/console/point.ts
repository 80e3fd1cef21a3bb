import type { PlugState } from '../charging/session.ts';
import type { PriceTable } from '../model/tariff.ts';
import type { FaultLine } from './faults.ts';
import type { SessionLine } from './sessions.ts';
import type { PointLine, StationLine } from './stations.ts';

/** A charging point with its history of seven days. */
export interface OperatedPoint {
  point: PointLine;
  /** The last sessions, newest first. */
  sessions: readonly SessionLine[];
  /** Energy in Wh of the completed sessions that were ordered in the last seven days. */
  energyWh: number;
  /** Start and end of each of the last seven days in the time zone of the ledger, ISO 8601. The last day is today. */
  days: readonly { from: string; to: string }[];
  /** Reported states of each plug since the first of `days`, oldest first. */
  histories: readonly { plug: string; changes: readonly StateChange[] }[];
  /** Open reports of drivers, newest first, at most `MAX_FAULTS`. `faultCount`: number of all open reports. */
  faults: readonly FaultLine[];
  faultCount: number;
  /** Ids of the tariffs of the plugs. */
  tariffs: readonly string[];
  /** The prices of each tariff now, at the first plug that has the tariff. */
  prices: readonly PointPrice[];
  /** The OCPP station. Null: the point is simulated or reached by OCPI. */
  station: StationLine | null;
}

export interface PointPrice {
  tariff: string;
  /** Null: the tariff has no price now. */
  table: PriceTable | null;
}

export interface OperatingPoint {
  /**
   * Returns a charging point. `brand`: only a point of this brand, with sessions and reports of this brand. Null: no point has
   * this EVSE ID, or the point is no longer offered.
   */
  getPoint(request: { evseId: string; brand?: string }): Promise<OperatedPoint | null>;
}

export interface StateChange {
  at: string;
  state: PlugState;
  fault: string | null;
}
