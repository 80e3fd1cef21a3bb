import { changed } from '../changedSwitches.ts';

/** Settings for the behaviour of one plug, its driver and its vehicle. */
export interface PlugSwitches {
  start: {
    /** Response to a remote start. 'none': the station never responds. */
    answer: 'Accepted' | 'Rejected' | 'none';
    /** Effect of an accepted start. 'ends at once': the transaction begins and ends without energy. */
    leadsTo: 'begins' | 'is forgotten' | 'ends at once';
    /** Number of lost responses to the first message of a transaction. The station repeats the message each time. */
    unheardAnswers: number;
    /** True: charging still begins if the cable is connected after the connection timeout. */
    beginsAfterTimeout: boolean;
  };
  driver: {
    /** Time from the authorization until the driver connects the cable; null: never. */
    plugsInAfterMs: number | null;
    /** Time from the start of charging until the driver removes the cable; null: never. */
    unplugsAfterMs: number | null;
    /** Time from the end of charging until the driver removes the cable; null: never. */
    leavesAfterMs: number | null;
  };
  vehicle: {
    /** Maximum power of the vehicle in W; null: the power of the plug. */
    drawsW: number | null;
    startsAtPercent: number;
    batteryWh: number;
    pausesAfterMs: number | null;
    resumesAfterMs: number | null;
    pausedBy: 'SuspendedEV' | 'SuspendedEVSE';
  };
  stop: {
    answer: 'Accepted' | 'Rejected' | 'none';
    /** Number of remote stops that are lost before the first one arrives. */
    lostTimes: number;
    lostBy: 'silence' | 'closed socket';
    /** True: the station accepts a remote stop, but continues to charge. */
    isIgnored: boolean;
    durationMs: number;
  };
  meter: {
    /** Meter reading when the simulation begins. */
    firstWh: number;
    /** Wrong meter readings that the first and the last message of a transaction report; null: the true meter reading. */
    startSaysWh: number | null;
    stopSaysWh: number | null;
    unit: 'Wh' | 'kWh' | 'none' | 'kWh said as Wh';
    energy: 'total' | 'phases' | 'total and phases' | 'interval' | 'none';
    /** Unit of the power values (measurand `Power.Active.Import`); 'none': the station sends no power. */
    power: 'W' | 'kW' | 'without unit' | 'none';
    hasBattery: boolean;
    /** OCPP 2.1 only. True: the state of charge is sent as measurands whose names begin with Display. */
    hasDisplayMeasurands: boolean;
    /** True: each message contains the meter reading at the start of the transaction again, after the current one. */
    repeatsBegin: boolean;
    /** OCPP 1.6: the value of `transactionId` in MeterValues. */
    transactionId: 'given' | 'missing' | 'null' | '0' | '-1' | '2^63-1';
    /** Time from the end of charging until the last message of the transaction. */
    lastValueAfterMs: number;
    /** Energy in Wh by which the last meter reading is higher, as if it had flowed after the end of charging. */
    moreWhAtEnd: number;
  };
  transaction: {
    isDoubled: boolean;
    /** OCPP 1.6: how the station alters the idTag in StartTransaction. */
    tag: 'given' | 'lower case' | 'two bytes more';
    /** OCPP 2.x: sequence numbers of transaction events. 'unordered': every second event is sent after its successor. */
    seqNo: 'counted' | 'missing' | 'doubled' | 'unordered' | 'with gaps';
    firstSeqNo: number;
    /**
     * Whether the last message of a transaction is sent: `StopTransaction` in OCPP 1.6, the event Ended in 2.x. 'unknown id': it
     * is sent with the id of a different transaction.
     */
    end: 'told' | 'untold' | 'unknown id';
    /**
     * OCPP 2.x: which transaction events contain the EVSE. 'once': the first event after the EVSE is known. 'after the cable':
     * the first event after a cable is connected. 'always': every event.
     */
    evse: 'once' | 'after the cable' | 'always';
    /** OCPP 2.x: the transaction events that contain meter values. The first and the last event always do. */
    valuesWith: 'samples' | 'every event';
    /** OCPP 2.x: type of the transaction event that reports that no cable was connected in time. */
    timeout: 'Updated' | 'Ended';
    /** OCPP 2.1: what the station does when the transaction reaches its limit. */
    atLimit: 'pauses' | 'ends';
  };
  cable: { unlock: 'Unlocked' | 'UnlockFailed' | 'NotSupported' };
  signed: {
    /** Signed records. 'one record': a single record with the meter readings at the start and at the end. */
    kind: 'none' | 'one record' | 'two records' | 'forged';
    /** Where the app finds the public key of the meter. 'setting': only in the settings of the station. */
    key: 'with the value' | 'setting';
    /**
     * OCPP 1.6: encoding of a signed record. 'OCA' follows the Open Charge Alliance; all other encodings were found at real
     * stations.
     */
    as: 'OCA' | 'older name' | 'bare' | 'base64' | 'hex' | 'XML';
  };
}

export interface StationSwitches extends PlugSwitches {
  clock: {
    /** Milliseconds by which the clock of the station is ahead. */
    offsetMs: number;
    /**
     * When the station reports times in 1970, as a clock does that was never set. 'until boot': until its registration is
     * accepted.
     */
    is1970: 'never' | 'until boot' | 'always';
    zone: 'Z' | '+01:00' | 'none';
    /** True: each response to BootNotification or Heartbeat sets the clock of the station. */
    followsApp: boolean;
  };
  connection: {
    /** WebSocket subprotocols that the station offers in the handshake; null: the subprotocol of its OCPP version. */
    protocols: readonly string[] | null;
    backOffFirstMs: number;
    maxBackOffMs: number;
    backOffRandomMs: number;
    /** Timeout of the station's calls. */
    answerWithinMs: number;
    /**
     * OCPP 1.6, for an authorization key in hexadecimal: whether the station sends the digits as text or the bytes that they
     * encode.
     */
    sendsKeyAs: 'digits' | 'bytes';
  };
  boot: { isSent: boolean; durationMs: number };
  status: { isSent: boolean; as: 'StatusNotification' | 'NotifyEvent' };
  /** The log that the station uploads when the app requests a log. Null: the station has none. */
  log: { text: string | null };
  queue: { order: 'kept' | 'reversed' | 'lost' };
  /** What happens to running transactions in a power failure. */
  power: { after: 'stop' | 'nothing' | 'goes on' };
  /**
   * By name, the station settings that differ from the defaults, for example 'MeterValueSampleInterval' or
   * 'SampledDataCtrlr.TxUpdatedInterval'.
   */
  settings: Readonly<Record<string, SettingSwitch>>;
  /** Actions of the app that the station does not know. It responds with an error. */
  unknownActions: readonly string[];
  /** By plug number, the switches that differ for single plugs. */
  plugs: Readonly<Record<string, Changes<PlugSwitches>>>;
}

export interface SettingSwitch {
  value?: string;
  is?: 'settable' | 'read-only' | 'rejected' | 'unsupported' | 'set after a reboot';
}

export type Changes<Groups> = { [Name in keyof Groups]?: Partial<Groups[Name]> };

export const SWITCHES: StationSwitches = {
  start: { answer: 'Accepted', leadsTo: 'begins', unheardAnswers: 0, beginsAfterTimeout: false },
  driver: { plugsInAfterMs: null, unplugsAfterMs: null, leavesAfterMs: null },
  vehicle: {
    drawsW: 11_000,
    startsAtPercent: 20,
    batteryWh: 75_000,
    pausesAfterMs: null,
    resumesAfterMs: null,
    pausedBy: 'SuspendedEV',
  },
  stop: { answer: 'Accepted', lostTimes: 0, lostBy: 'silence', isIgnored: false, durationMs: 1000 },
  meter: {
    firstWh: 4_711_204,
    startSaysWh: null,
    stopSaysWh: null,
    unit: 'Wh',
    energy: 'total',
    power: 'W',
    hasBattery: true,
    hasDisplayMeasurands: false,
    repeatsBegin: false,
    transactionId: 'given',
    lastValueAfterMs: 0,
    moreWhAtEnd: 0,
  },
  transaction: {
    isDoubled: false,
    tag: 'given',
    seqNo: 'counted',
    firstSeqNo: 0,
    end: 'told',
    evse: 'once',
    valuesWith: 'samples',
    timeout: 'Ended',
    atLimit: 'pauses',
  },
  cable: { unlock: 'Unlocked' },
  signed: { kind: 'none', key: 'with the value', as: 'OCA' },
  clock: { offsetMs: 0, is1970: 'never', zone: 'Z', followsApp: false },
  connection: {
    protocols: null,
    backOffFirstMs: 1000,
    maxBackOffMs: 60_000,
    backOffRandomMs: 0,
    answerWithinMs: 30_000,
    sendsKeyAs: 'digits',
  },
  boot: { isSent: true, durationMs: 5000 },
  status: { isSent: true, as: 'StatusNotification' },
  log: { text: 'Log of a simulated station\n' },
  queue: { order: 'kept' },
  power: { after: 'stop' },
  settings: {},
  unknownActions: [],
  plugs: {},
};

/** Returns the switches of one plug. */
export const switchesAt = (switches: StationSwitches, plug: number): PlugSwitches =>
  changed(switches, switches.plugs[String(plug)] ?? {});
