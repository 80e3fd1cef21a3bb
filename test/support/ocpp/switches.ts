import { changed } from '../changedSwitches.ts';

/** How one plug, its driver and its vehicle behave. */
export interface PlugSwitches {
  start: {
    /** 'none': the station never answers. */
    answer: 'Accepted' | 'Rejected' | 'none';
    /** What becomes of a start that was accepted; 'ends at once': it begins and is over, without energy. */
    leadsTo: 'begins' | 'is forgotten' | 'ends at once';
    /** So many times the answer to the first message of a transaction is not heard: the message is sent again. */
    unheardAnswers: number;
    /** A cable that comes after the station has given the start up still begins it. */
    beginsAfterTimeout: boolean;
  };
  driver: {
    /** After the start has been accepted; null: never. */
    plugsInAfterMs: number | null;
    /** After charging has begun. */
    unplugsAfterMs: number | null;
    /** After charging has ended; null: the cable stays. */
    leavesAfterMs: number | null;
  };
  vehicle: {
    /** The most it takes; null: what the plug gives. */
    drawsW: number | null;
    startsAtPercent: number;
    batteryWh: number;
    pausesAfterMs: number | null;
    resumesAfterMs: number | null;
    pausedBy: 'SuspendedEV' | 'SuspendedEVSE';
  };
  stop: {
    answer: 'Accepted' | 'Rejected' | 'none';
    /** So many stops get lost. */
    lostTimes: number;
    lostBy: 'silence' | 'closed socket';
    /** Accepted, and not carried out. */
    isIgnored: boolean;
    durationMs: number;
  };
  meter: {
    /** Where the register stands at first. */
    firstWh: number;
    /** What the begin of a transaction says instead of the register, and what its end says. */
    startSaysWh: number | null;
    stopSaysWh: number | null;
    unit: 'Wh' | 'kWh' | 'none' | 'kWh said as Wh';
    energy: 'total' | 'phases' | 'total and phases' | 'interval' | 'none';
    /** Of a message's measurands, beside the energy. */
    power: 'W' | 'kW' | 'without unit' | 'none';
    hasBattery: boolean;
    /** 2.1: battery by measurands named Display.… */
    hasDisplayMeasurands: boolean;
    /** The value at the begin of the transaction is repeated in each message, after the live one. */
    repeatsBegin: boolean;
    /** OCPP 1.6: what MeterValues say of their transaction. */
    transactionId: 'given' | 'missing' | 'null' | '0' | '-1' | '2^63-1';
    /** After charging has ended its last value takes so long to be told. */
    lastValueAfterMs: number;
    /** Counted only after the end: the last value is so much more. */
    moreWhAtEnd: number;
  };
  transaction: {
    isDoubled: boolean;
    /** OCPP 1.6: what its messages make of the tag. */
    tag: 'given' | 'lower case' | 'two bytes more';
    /** 2.x: 'unordered': every second update comes after the one that follows it. */
    seqNo: 'counted' | 'missing' | 'doubled' | 'unordered' | 'with gaps';
    firstSeqNo: number;
    /** 'unknown id': as of another transaction. 1.6: `StopTransaction`; 2.x: the event Ended. */
    end: 'told' | 'untold' | 'unknown id';
    /** 2.x: which events name their EVSE: the first that knows it, the first with a cable, or all. */
    evse: 'once' | 'after the cable' | 'always';
    /** 2.x: which events carry values of the meter, beside begin and end. */
    valuesWith: 'samples' | 'every event';
    /** 2.x: what a start says that nobody has plugged in for. */
    timeout: 'Updated' | 'Ended';
    /** 2.1: at a limit of the transaction. */
    atLimit: 'pauses' | 'ends';
  };
  cable: { unlock: 'Unlocked' | 'UnlockFailed' | 'NotSupported' };
  signed: {
    /** 'one record': begin and end in one. */
    kind: 'none' | 'one record' | 'two records' | 'forged';
    /** 'setting': only where the settings tell it. */
    key: 'with the value' | 'setting';
    /** OCPP 1.6: how a record is packed; all but 'OCA' were seen in the field. */
    as: 'OCA' | 'older name' | 'bare' | 'base64' | 'hex' | 'XML';
  };
}

export interface StationSwitches extends PlugSwitches {
  clock: {
    /** What it says is so much ahead of the true time. */
    offsetMs: number;
    /** Years begin in 1970 until the house has told the time, or for ever. */
    is1970: 'never' | 'until boot' | 'always';
    zone: 'Z' | '+01:00' | 'none';
    /** From an answer to Boot or Heartbeat on, the house's time counts. */
    followsApp: boolean;
  };
  connection: {
    /** Subprotocols it offers; null: its own. */
    protocols: readonly string[] | null;
    backOffFirstMs: number;
    maxBackOffMs: number;
    backOffRandomMs: number;
    /** Calls of ours that are not answered within this are lost. */
    answerWithinMs: number;
    /** 1.6: a key that was set is sent as these digits, or as the bytes they stand for. */
    sendsKeyAs: 'digits' | 'bytes';
  };
  boot: { isSent: boolean; durationMs: number };
  status: { isSent: boolean; as: 'StatusNotification' | 'NotifyEvent' };
  queue: { order: 'kept' | 'reversed' | 'lost' };
  /** What becomes of a transaction when the power comes back. */
  power: { after: 'stop' | 'nothing' | 'goes on' };
  /** Its own words for settings, such as 'MeterValueSampleInterval' or 'SampledDataCtrlr.TxUpdatedInterval'. */
  settings: Readonly<Record<string, SettingSwitch>>;
  /** Actions that it does not know. */
  unknownActions: readonly string[];
  /** What is different at single plugs, by their number. */
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

/** How it behaves at one plug. */
export const switchesAt = (switches: StationSwitches, plug: number): PlugSwitches =>
  changed(switches, switches.plugs[String(plug)] ?? {});
