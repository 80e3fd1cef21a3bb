import { changed } from '../changedSwitches.ts';

/** Settings for the behaviour of one plug, its driver and its vehicle. */
export interface PlugSwitches {
  start: {
    /** Response to a remote start. 'none': the station never responds. */
    answer: 'Accepted' | 'Rejected' | 'none';
    /** Effect of an accepted start. 'ends at once': the transaction begins and ends without energy. */
    leadsTo: 'begins' | 'is forgotten' | 'ends at once';
    /** Number of times that the response to the first message of a transaction is lost. The station repeats the message. */
    unheardAnswers: number;
    /** True: a cable that is connected after the connection timeout still begins charging. */
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
    /** Number of remote stops that are lost before one is received. */
    lostTimes: number;
    lostBy: 'silence' | 'closed socket';
    /** True: the station accepts a remote stop, but continues to charge. */
    isIgnored: boolean;
    durationMs: number;
  };
  meter: {
    /** Meter reading at the start of the simulation. */
    firstWh: number;
    /**
     * Meter readings that the first and the last message of a transaction report in place of the true ones; null: the true
     * reading.
     */
    startSaysWh: number | null;
    stopSaysWh: number | null;
    unit: 'Wh' | 'kWh' | 'none' | 'kWh said as Wh';
    energy: 'total' | 'phases' | 'total and phases' | 'interval' | 'none';
    /** Unit in which the measurand `Power.Active.Import` is sent; 'none': it is not sent. */
    power: 'W' | 'kW' | 'without unit' | 'none';
    hasBattery: boolean;
    /** OCPP 2.1: true if the state of charge is sent as measurands whose names begin with Display. */
    hasDisplayMeasurands: boolean;
    /** True: after the current reading, each message repeats the reading at the start of the transaction. */
    repeatsBegin: boolean;
    /** OCPP 1.6: the value of `transactionId` in MeterValues. */
    transactionId: 'given' | 'missing' | 'null' | '0' | '-1' | '2^63-1';
    /** Time from the end of charging until the last message of the transaction. */
    lastValueAfterMs: number;
    /** Energy in Wh that the last reading contains in addition, as if it had flowed after the end of charging. */
    moreWhAtEnd: number;
  };
  transaction: {
    isDoubled: boolean;
    /** OCPP 1.6: how the station alters the idTag in StartTransaction. */
    tag: 'given' | 'lower case' | 'two bytes more';
    /**
     * OCPP 2.x: sequence numbers of transaction events. 'unordered': every second update is sent after the one that follows it.
     */
    seqNo: 'counted' | 'missing' | 'doubled' | 'unordered' | 'with gaps';
    firstSeqNo: number;
    /**
     * Last message of a transaction: `StopTransaction` in OCPP 1.6, the event Ended in 2.x. 'unknown id': sent with the id of a
     * different transaction.
     */
    end: 'told' | 'untold' | 'unknown id';
    /**
     * OCPP 2.x: the transaction events that contain the EVSE. 'once': the first event at which the EVSE is known; 'after the
     * cable': the first event with a cable; 'always': every event.
     */
    evse: 'once' | 'after the cable' | 'always';
    /** OCPP 2.x: the transaction events that contain meter values, in addition to the first and the last event. */
    valuesWith: 'samples' | 'every event';
    /** OCPP 2.x: type of the transaction event that is sent if no cable is connected in time. */
    timeout: 'Updated' | 'Ended';
    /** OCPP 2.1: what the station does when the transaction reaches its limit. */
    atLimit: 'pauses' | 'ends';
  };
  cable: { unlock: 'Unlocked' | 'UnlockFailed' | 'NotSupported' };
  signed: {
    /** Signed records. 'one record': a single record with the readings at the start and at the end. */
    kind: 'none' | 'one record' | 'two records' | 'forged';
    /** Where the public key of the meter can be found. 'setting': only in the settings of the station. */
    key: 'with the value' | 'setting';
    /** OCPP 1.6: encoding of a signed record. Every encoding except 'OCA' has been found at real stations. */
    as: 'OCA' | 'older name' | 'bare' | 'base64' | 'hex' | 'XML';
  };
}

export interface StationSwitches extends PlugSwitches {
  clock: {
    /** Milliseconds by which the clock of the station is fast. */
    offsetMs: number;
    /**
     * How long the station reports times in 1970, like a clock that was never set. 'until boot': until the registration is
     * accepted.
     */
    is1970: 'never' | 'until boot' | 'always';
    zone: 'Z' | '+01:00' | 'none';
    /** True: each response to BootNotification or Heartbeat sets the clock of the station. */
    followsApp: boolean;
  };
  connection: {
    /** WebSocket subprotocols that the station offers in the handshake; null: the one of its OCPP version. */
    protocols: readonly string[] | null;
    backOffFirstMs: number;
    maxBackOffMs: number;
    backOffRandomMs: number;
    /** Timeout for responses to the station's calls. */
    answerWithinMs: number;
    /** OCPP 1.6, for a hexadecimal authorization key: sends its digits as text, or the bytes that the digits encode. */
    sendsKeyAs: 'digits' | 'bytes';
  };
  boot: { isSent: boolean; durationMs: number };
  status: { isSent: boolean; as: 'StatusNotification' | 'NotifyEvent' };
  queue: { order: 'kept' | 'reversed' | 'lost' };
  /** What happens to running transactions in a power failure. */
  power: { after: 'stop' | 'nothing' | 'goes on' };
  /**
   * Station settings that differ from the defaults, by name, for example 'MeterValueSampleInterval' or
   * 'SampledDataCtrlr.TxUpdatedInterval'.
   */
  settings: Readonly<Record<string, SettingSwitch>>;
  /** Actions to which the station responds that it does not know them. */
  unknownActions: readonly string[];
  /** Switches that differ for single plugs, by plug number. */
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
  queue: { order: 'kept' },
  power: { after: 'stop' },
  settings: {},
  unknownActions: [],
  plugs: {},
};

/** Returns the switches of one plug. */
export const switchesAt = (switches: StationSwitches, plug: number): PlugSwitches =>
  changed(switches, switches.plugs[String(plug)] ?? {});
