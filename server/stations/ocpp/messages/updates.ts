import type { Battery } from '../../../../shared/charging/session.ts';
import type { SignedValue } from '../../../core/ports/stationPort.ts';

/** The values of the meter and the vehicle at one instant, in base units. */
export interface Sample {
  /** On the station's clock. */
  at: Date;
  /**
   * 'begin' and 'end' belong to the start and the end of the transaction. Only 'live' and 'end' change the values that a driver
   * sees.
   */
  context: 'begin' | 'live' | 'end';
  /** The register counts over the meter's life, since its boot, or within this transaction. Only differences are meaningful. */
  registerWh: number | null;
  /** Energy since the previous sample. */
  intervalWh: number | null;
  powerW: number | null;
  battery: Omit<Battery, 'at'> | null;
}

/** The activity of the vehicle at the plug. */
export type Activity = 'no vehicle' | 'connected' | 'charging' | 'paused by the vehicle' | 'paused by the station';

/** An update of a transaction from a station of any version. */
export interface TransactionUpdate {
  phase: 'started' | 'updated' | 'ended';
  /** 1.6: the number that the app has assigned. 2.x: the station's own id. */
  transactionId: string;
  /** The token of the transaction in upper case. Null: the message contains no token. */
  token: string | null;
  /** 2.x: the id of the start that led to the transaction. */
  remoteStartId: number | null;
  /** On the station's clock. Null: missing or unreadable. */
  at: Date | null;
  evse: number | null;
  connector: number | null;
  activity: Activity | null;
  samples: readonly Sample[];
  /**
   * The register at the start and the end of the transaction, if this message contains them (OCPP 1.6 meterStart and meterStop).
   */
  meterStartWh: number | null;
  meterStopWh: number | null;
  signedValues: readonly SignedValue[];
  /** The station stored the message while it was offline. The message does not describe the present. */
  isOffline: boolean;
  /** 2.x: increases by one with each message of the transaction. */
  seqNo: number | null;
  /**
   * 'stopped': charging has ended, at the app's request or at the station, although the transaction may go on until the cable is
   * unplugged. 'gone': the plug is free, although no message has ended the transaction. The last value may still arrive.
   */
  stop: 'stopped' | 'gone' | null;
  /** The station's reason for the end. */
  reason: string | null;
}
