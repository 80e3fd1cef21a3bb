import type { DemoScript } from '../../../shared/charging/charging.ts';
import type { PlugState } from '../../../shared/charging/session.ts';
import type { SignedValue } from '../../core/ports/stationPort.ts';

/** What a simulated plug is like, and what its driver will do. */
export interface SimulatedPlug {
  evseId: string;
  connector: string;
  powerW: number;
  isDc: boolean;
  timeZone: string;
  script: DemoScript;
  /** How it stands when nobody charges. */
  idle: PlugState;
}

/** One start as the simulator keeps it. With the clock it decides everything else. */
export interface SimulatedStart extends Omit<SimulatedPlug, 'idle'> {
  authorizationReference: string;
  tariffText: string | null;
  askedAt: string;
  cancelledAt: string | null;
  stoppedAt: string | null;
  lostStops: number;
  /** When the plug was unlocked on request; missing in what earlier versions kept. */
  unlockedAt?: string | null;
  /** Signed once, when the last value is read: a second signature would be another record. */
  signed: SignedValue | null;
}
