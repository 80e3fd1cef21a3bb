import { changed } from '../changedSwitches.ts';

/** Behaviour of one plug, its driver and its vehicle. */
export interface PlugSwitches {
  start: {
    /** 'none': the station never responds. */
    answer: 'Accepted' | 'Rejected' | 'none';
    /** Effect of an accepted start. 'ends at once': the transaction begins and ends without energy. */
    leadsTo: 'begins' | 'is forgotten' | 'ends at once';
    /** Number of lost responses to the first message of a transaction. The station sends the message again. */
    unheardAnswers: number;
    /** If true, a cable that is connected after the timeout still begins charging. */
    beginsAfterTimeout: boolean;
  };
  driver: {
    /** Time from the authorization to the cable; null for never. */
    plugsInAfterMs: number | null;
    /** Time from the begin of charging to the removal of the cable; null for never. */
    unplugsAfterMs: number | null;
    /** Time from the end of charging to the removal of the cable; null for never. */
    leavesAfterMs: number | null;
  };
  vehicle: {
    /** Maximum power of the vehicle; null for the power of the plug. */
    drawsW: number | null;
    startsAtPercent: number;
    batteryWh: number;
    pausesAfterMs: number | null;
    resumesAfterMs: number | null;
    pausedBy: 'SuspendedEV' | 'SuspendedEVSE';
  };
  stop: {
    answer: 'Accepted' | 'Rejected' | 'none';
    /** Number of stop requests that are lost. */
    lostTimes: number;
    lostBy: 'silence' | 'closed socket';
    /** If true, the station accepts a stop without carrying out the stop. */
    isIgnored: boolean;
    durationMs: number;
  };
  meter: {
    /** Initial meter reading. */
    firstWh: number;
    /** Readings that the begin and the end of a transaction report instead of the true reading. */
    startSaysWh: number | null;
    stopSaysWh: number | null;
    unit: 'Wh' | 'kWh' | 'none' | 'kWh said as Wh';
    energy: 'total' | 'phases' | 'total and phases' | 'interval' | 'none';
    /** Unit of the measurand `Power.Active.Import`. */
    power: 'W' | 'kW' | 'without unit' | 'none';
    hasBattery: boolean;
    /** 2.1: sends the state of charge as measurands named Display.… */
    hasDisplayMeasurands: boolean;
    /** If true, each message repeats the reading at the begin of the transaction after the current reading. */
    repeatsBegin: boolean;
    /** OCPP 1.6: the `transactionId` in MeterValues. */
    transactionId: 'given' | 'missing' | 'null' | '0' | '-1' | '2^63-1';
    /** Delay of the last message of a transaction after the end of charging. */
    lastValueAfterMs: number;
    /** Energy that the last reading adds after the end of charging. */
    moreWhAtEnd: number;
  };
  transaction: {
    isDoubled: boolean;
    /** OCPP 1.6: alteration of the idTag in StartTransaction. */
    tag: 'given' | 'lower case' | 'two bytes more';
    /** 2.x: sequence numbers of events. 'unordered': every second update is sent after the following one. */
    seqNo: 'counted' | 'missing' | 'doubled' | 'unordered' | 'with gaps';
    firstSeqNo: number;
    /**
     * Last message of a transaction (1.6 `StopTransaction`, 2.x event Ended). 'unknown id': with the id of another transaction.
     */
    end: 'told' | 'untold' | 'unknown id';
    /**
     * 2.x: events that contain the EVSE. 'once': the first event that knows the EVSE; 'after the cable': the first with a cable;
     * 'always': all.
     */
    evse: 'once' | 'after the cable' | 'always';
    /** 2.x: events with meter values, in addition to the first and the last event. */
    valuesWith: 'samples' | 'every event';
    /** 2.x: event type when no cable is connected in time. */
    timeout: 'Updated' | 'Ended';
    /** 2.1: reaction to a limit of the transaction. */
    atLimit: 'pauses' | 'ends';
  };
  cable: { unlock: 'Unlocked' | 'UnlockFailed' | 'NotSupported' };
  signed: {
    /** 'one record': one signed record with begin and end. */
    kind: 'none' | 'one record' | 'two records' | 'forged';
    /** Where the public key is available. 'setting': only in the settings. */
    key: 'with the value' | 'setting';
    /** OCPP 1.6: encoding of a signed record. All encodings but 'OCA' were found at real stations. */
    as: 'OCA' | 'older name' | 'bare' | 'base64' | 'hex' | 'XML';
  };
}

export interface StationSwitches extends PlugSwitches {
  clock: {
    /** Milliseconds by which timestamps are fast. */
    offsetMs: number;
    /** Timestamps begin in 1970 until the registration is accepted, or always. */
    is1970: 'never' | 'until boot' | 'always';
    zone: 'Z' | '+01:00' | 'none';
    /** If true, the clock is set from every response to BootNotification or Heartbeat. */
    followsApp: boolean;
  };
  connection: {
    /** Subprotocols in the handshake; null for the subprotocol of the version. */
    protocols: readonly string[] | null;
    backOffFirstMs: number;
    maxBackOffMs: number;
    backOffRandomMs: number;
    /** Timeout of the station's calls. */
    answerWithinMs: number;
    /** 1.6: sends a hexadecimal key as the digits, or as the bytes that the digits encode. */
    sendsKeyAs: 'digits' | 'bytes';
  };
  boot: { isSent: boolean; durationMs: number };
  status: { isSent: boolean; as: 'StatusNotification' | 'NotifyEvent' };
  queue: { order: 'kept' | 'reversed' | 'lost' };
  /** Effect of a power failure on transactions. */
  power: { after: 'stop' | 'nothing' | 'goes on' };
  /** Overridden settings by name, for example 'MeterValueSampleInterval' or 'SampledDataCtrlr.TxUpdatedInterval'. */
  settings: Readonly<Record<string, SettingSwitch>>;
  /** Actions that the station rejects as unknown. */
  unknownActions: readonly string[];
  /** Different switches of single plugs, by number. */
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
