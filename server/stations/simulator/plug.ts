import type { DemoScript } from '../../../shared/charging/charging.ts';
import type { PlugState } from '../../../shared/charging/session.ts';
import type { SignedValue } from '../../core/ports/stationPort.ts';

/** A simulated connector and the behaviour of its driver. */
export interface SimulatedPlug {
  evseId: string;
  connector: string;
  powerW: number;
  isDc: boolean;
  timeZone: string;
  script: DemoScript;
  /** State while no session is running. */
  idle: PlugState;
}

/** A stored start. All events follow from the start and the clock. */
export interface SimulatedStart extends Omit<SimulatedPlug, 'idle'> {
  authorizationReference: string;
  tariffText: string | null;
  requestedAt: string;
  cancelledAt: string | null;
  stoppedAt: string | null;
  lostStops: number;
  /** When the connector was unlocked on request. Missing in rows of earlier versions. */
  unlockedAt?: string | null;
  /** The signature, made once when the last value is available. A second signature would be another record. */
  signed: SignedValue | null;
}
