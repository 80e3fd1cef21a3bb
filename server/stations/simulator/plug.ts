import type { DemoScript } from '../../../shared/charging/demo.ts';
import type { PlugState } from '../../../shared/charging/session.ts';
import type { SignedValue } from '../../core/ports/stationPort.ts';

/** A simulated connector, and how its driver behaves. */
export interface SimulatedPlug {
  evseId: string;
  connector: string;
  powerW: number;
  isDc: boolean;
  timeZone: string;
  script: DemoScript;
  /** State of the connector while no session is running. */
  idle: PlugState;
}

/** A start as stored. All later events follow from the start and the clock. */
export interface SimulatedStart extends Omit<SimulatedPlug, 'idle'> {
  authorizationReference: string;
  tariffText: string | null;
  requestedAt: string;
  cancelledAt: string | null;
  stoppedAt: string | null;
  lostStops: number;
  /** When the connector was unlocked on request. Missing: not unlocked, or an earlier version of the app stored the row. */
  unlockedAt?: string | null;
  /**
   * The signed record of the session. Stored, because signing again would make another record. Null: the last reading is not
   * available yet.
   */
  signed: SignedValue | null;
}
