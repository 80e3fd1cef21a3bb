import type { Battery } from '../../../../shared/charging/session.ts';
import type { SignedValue } from '../../../core/ports/stationPort.ts';

/** What the meter and the vehicle report at one instant, in base units such as Wh and W. */
export interface Sample {
  /** By the station's clock. */
  at: Date;
  /**
   * 'begin' and 'end': measured at the start and end of the transaction. 'live': any other sample. A 'begin' sample does not
   * change what a driver sees.
   */
  context: 'begin' | 'live' | 'end';
  /**
   * The meter's register. It counts since the meter was made, since its boot, or within this transaction, so only differences
   * have a meaning. Null: not sent.
   */
  registerWh: number | null;
  /** Energy since the previous sample. Null: not sent. */
  intervalWh: number | null;
  powerW: number | null;
  battery: Omit<Battery, 'at'> | null;
}

/** What the vehicle at the plug is doing. */
export type Activity = 'no vehicle' | 'connected' | 'charging' | 'paused by the vehicle' | 'paused by the station';

/** A message about a transaction, independent of the OCPP version. */
export interface TransactionUpdate {
  phase: 'started' | 'updated' | 'ended';
  /** In OCPP 1.6 the number that the app has assigned, in 2.x the id that the station has assigned. */
  transactionId: string;
  /** The token of the transaction, in upper case. Null: the message has none. */
  token: string | null;
  /** The id of the start that caused the transaction. Null: not sent, as always in OCPP 1.6. */
  remoteStartId: number | null;
  /** The message's time by the station's clock. Null: missing or unreadable. */
  at: Date | null;
  evse: number | null;
  connector: number | null;
  activity: Activity | null;
  samples: readonly Sample[];
  /**
   * The register at the start and at the end of the transaction (meterStart and meterStop of OCPP 1.6). Null: not in this
   * message.
   */
  meterStartWh: number | null;
  meterStopWh: number | null;
  signedValues: readonly SignedValue[];
  /** True: the station stored the message while it was offline, so the message does not describe the present. */
  isOffline: boolean;
  /** Number of the message within the transaction. Null: not sent, as always in OCPP 1.6. */
  seqNo: number | null;
  /**
   * 'stopped': charging was ended by the app or at the station, but the transaction may go on until the cable is unplugged.
   * 'gone': the plug is free although no message ended the transaction; the last meter reading may still arrive.
   */
  stop: 'stopped' | 'gone' | null;
  /** The station's reason for the end of the transaction. Null: not sent. */
  reason: string | null;
}
