import type { Battery } from '../../../../shared/charging/session.ts';
import type { SignedValue } from '../../../core/ports/stationPort.ts';

/** What the meter and the vehicle say at one instant, in our units. */
export interface Sample {
  /** By the station's clock. */
  at: Date;
  /** 'begin' and 'end' belong to the transaction's edges; only 'live' and 'end' move what a driver sees. */
  context: 'begin' | 'live' | 'end';
  /** The register: of the meter's life, since it booted, or of this transaction. Only differences of it mean something. */
  registerWh: number | null;
  /** Energy since the sample before. */
  intervalWh: number | null;
  powerW: number | null;
  battery: Omit<Battery, 'at'> | null;
}

/** What the vehicle does; null: nothing was said of it. */
export type Activity = 'no vehicle' | 'connected' | 'charging' | 'paused by the vehicle' | 'paused by the station';

/** What a station tells of a transaction, whatever version it speaks. */
export interface TransactionUpdate {
  phase: 'started' | 'updated' | 'ended';
  /** 1.6: the number that we have given. 2.x: the station's own. */
  transactionId: string;
  /** The token it runs on, in capitals; null: it is not said in this message. */
  token: string | null;
  /** 2.x: the number of the start it follows. */
  remoteStartId: number | null;
  /** By the station's clock; null: it cannot be read. */
  at: Date | null;
  evse: number | null;
  connector: number | null;
  activity: Activity | null;
  samples: readonly Sample[];
  /** What this message says of the register at the edges. OCPP 1.6 meterStart and meterStop. */
  meterStartWh: number | null;
  meterStopWh: number | null;
  signedValues: readonly SignedValue[];
  /** It was kept while the station was offline: it says nothing of now. */
  isOffline: boolean;
  /** 2.x: rises by one with each message of the transaction. */
  seqNo: number | null;
  /**
   * 'stopped': charging is over, from here or at the station, although the transaction may go on until the cable is pulled.
   * 'gone': the plug is free, although nobody has ended the transaction: its last value may still come.
   */
  stop: 'stopped' | 'gone' | null;
  /** Why it has ended, as the station says it. */
  reason: string | null;
}
