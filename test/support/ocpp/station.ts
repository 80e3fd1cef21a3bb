import type { Clock } from '../../../server/core/ports/ports.ts';
import type { PlugSwitches, StationSwitches } from './switches.ts';

export type OcppVersion = '1.6' | '2.0.1' | '2.1';
export type Payload = Readonly<Record<string, unknown>>;

export interface StationFacts {
  id: string;
  version: OcppVersion;
  /** Address of the app without the station id, ws://host/ocpp. */
  url: string;
  password: string | null;
  /** Number of plugs. They are numbered from 1. Each plug is one EVSE with one connector. */
  plugs: number;
  powerW: number;
  isDc: boolean;
  /** EVSE ids that signed records contain; null: ids derived from the station id. */
  evseIds: readonly string[] | null;
}

/** A message in the transcript. `by`: 'station' or 'house' (the app). */
export interface TranscriptEntry {
  at: string;
  by: 'house' | 'station';
  kind: 'call' | 'answer' | 'error';
  action: string;
  payload: Payload;
}

/** A call that the station sends. */
export interface Message {
  action: string;
  /**
   * Creates the payload. Called when the message is sent, because the payload can depend on the response to an earlier message.
   */
  payload(): Payload;
  /**
   * True: the message waits in the queue while the station is offline. If no response arrives, it is repeated as often as the
   * settings allow.
   */
  isStored: boolean;
  /** True: the payload is not checked against the schema, because a switch may make it invalid. */
  mayBeFaulty?: boolean;
  /** True: the app has triggered the message. It is then sent even before the station is registered. */
  isRequestedFor?: boolean;
  /** Returns false if the station must treat the response as lost. */
  hears?(): boolean;
  onAnswer?(answer: Payload): void;
  onLost?(): void;
}

export type Registration = 'none' | 'Pending' | 'Rejected' | 'Accepted';

export interface Link {
  isOpen(): boolean;
  registration: Registration;
  /** Messages in the order of sending that have not been sent yet or wait for a response. */
  queue: Message[];
  output: TranscriptEntry[];
  /** Messages from the app that violate the OCPP schema or the protocol. */
  faults: string[];
  send(message: Message): void;
  /** Sends any text as a frame, without a check, for example an invalid message. */
  sendRaw(text: string): void;
  /** @param boots true: a BootNotification follows */
  connect(request: { boots: boolean }): Promise<void>;
  /** Ends the connection. 'silent': the socket stays open, but nothing more arrives at the station. */
  drop(how: 'closed' | 'cut' | 'silent', request?: { reconnects: boolean }): Promise<void>;
  /** Returns true while a response is about to arrive in real time. A manual clock then stands still. */
  isAtWork(): boolean;
  /** Applies the response to a BootNotification. */
  registered(answer: Payload): void;
  /** Runs `work` once the current message has been handled. */
  later(work: () => void): void;
}

/** Stop reasons of OCPP 2.x, and the reasons `UnlockCommand` and `SoftReset` of OCPP 1.6. */
export type StopReason =
  | 'DeAuthorized'
  | 'EmergencyStop'
  | 'EVDisconnected'
  | 'ImmediateReset'
  | 'Local'
  | 'Other'
  | 'PowerLoss'
  | 'Reboot'
  | 'Remote'
  | 'StoppedByEV'
  | 'Timeout'
  | 'EnergyLimitReached'
  | 'TimeLimitReached'
  | 'SOCLimitReached'
  | 'SoftReset'
  | 'UnlockCommand'
  | 'LocalOutOfCredit'
  | 'GroundFault';

/** Permission to charge at a plug, given by a remote start or a card. */
export interface Grant {
  tag: string;
  tagType: string;
  by: 'remote' | 'local';
  remoteStartId: number | null;
}

/** An OCPP transaction of a plug. */
export interface Transaction {
  /** Transaction id. In OCPP 1.6, null until the app has assigned it. */
  id: string | number | null;
  startedAt: string;
  startedMs: number;
  /** Meter reading that the station reports at the start. The true meter reading is `registerWh`. */
  startWh: number;
  registerWh: number;
  grant: Grant | null;
  seqNo: number;
  isEvseReported: boolean;
  isTagReported: boolean;
  /** Limits that the app has set (OCPP 2.1); null: none. */
  limit: Readonly<Record<string, number>> | null;
  /** Latest cost that the app has sent, in currency units; null before the first. */
  cost: number | null;
  /** Conditions of TxStopPoint that have been true during the transaction (OCPP 2.x). */
  held: Set<string>;
  /** A transaction event that is sent only after the next one, so that it arrives out of order; null: none. */
  heldBack: Message | null;
}

/** A period in which a plug charges. No energy flows while `state` is suspended. */
export interface Flow {
  beganAt: string;
  beganMs: number;
  beganWh: number;
  /** Last reported meter reading. The next interval value is counted from it. */
  reportedWh: number;
  state: 'Charging' | 'SuspendedEV' | 'SuspendedEVSE';
  over: AbortController;
}

export interface Meter {
  registerWh: number;
  /** Energy that the connected vehicle has received, in Wh. */
  chargedWh: number;
  powerW: number;
  asOfMs: number;
}

export interface Plug {
  number: number;
  isCabled: boolean;
  isFaulted: boolean;
  isOperative: boolean;
  /** Availability that the plug gets when charging ends; null: no change is scheduled. */
  nextOperative: boolean | null;
  /** True while the vehicle of the ended session is still connected. */
  isFinishing: boolean;
  grant: Grant | null;
  /**
   * An authorization that has timed out. With the switch `beginsAfterTimeout`, a cable that is connected later still begins
   * charging. Null: none.
   */
  givenUp: Grant | null;
  flow: Flow | null;
  transaction: Transaction | null;
  meter: Meter;
  pagination: number;
  /** Key pair of the meter; null until the first use. */
  keys: { privatePem: string; publicHex: string } | null;
  reportedStatus: string;
  unheardAnswers: number;
  lostStops: number;
  /** Until this time, a driver is assumed to be paying with the displayed QR code. */
  paidUntilMs: number;
  waiting: AbortController;
}

/** A change at a plug. Trigger reason and stop reason are those of OCPP 2.x. */
export interface Change {
  trigger: string;
  reason?: StopReason;
}

/**
 * Transmits frames between a station and the app. It calls `pass` to deliver a frame, and may delay, drop or repeat the frame.
 */
export interface Line {
  out(frame: string, pass: (frame: string) => void): void;
  in(frame: string, pass: (frame: string) => void): void;
}

export interface Reply {
  answer: Payload | 'none';
  /** Runs once the response has been sent. */
  after?: () => void;
}

export type Handler = (station: Station, request: Payload) => Reply;

/** The part of a station's behaviour that depends on its OCPP version. */
export interface Dialect {
  protocol: string;
  heartbeatSetting: string;
  passwordSetting: string;
  boot(station: Station, reason: string): Payload;
  handlers: Readonly<Record<string, Handler>>;
  /** Returns the OCPP status of a plug. Plug null: of the whole station. */
  statusOf(station: Station, plug: Plug | null): string;
  reportStatus(station: Station, plug: Plug | null, status: string): void;
  /** Begins, continues or ends the transaction of a plug after a change. */
  changed(station: Station, plug: Plug, change: Change): void;
  sampled(station: Station, plug: Plug, context: 'Sample.Periodic' | 'Trigger'): void;
  authorize(grant: Grant): Payload;
  /** Returns the authorization status in a response; null if it contains none. */
  verdict(answer: Payload): string | null;
  knobs(station: Station): Knobs;
}

/** Values of the settings that all OCPP versions have, under common names. */
export interface Knobs {
  sampleIntervalMs: number;
  connectTimeoutMs: number;
  authorizesRemoteStarts: boolean;
  stopsWhenUnplugged: boolean;
  stopsWhenInvalid: boolean;
  attempts: number;
  retryMs: number;
  heartbeatMs: number;
}

export interface Settings {
  values: Map<string, string>;
  /** Changed settings that take effect after a reboot. */
  pending: Map<string, string>;
}

export interface Station {
  facts: StationFacts;
  switches: StationSwitches;
  at(plug: Plug): PlugSwitches;
  clock: Clock;
  /** Milliseconds by which the station's time is ahead of `clock`. */
  offsetMs: number;
  link: Link;
  line: Line;
  settings: Settings;
  dialect: Dialect;
  plugs: readonly Plug[];
  /** By message id, the messages from the app that the screen displays. */
  screen: Map<string, Payload>;
  /** True while the station is disconnected and does not reconnect. */
  isOff: boolean;
  /** True while the station has no power. */
  isDark: boolean;
  isOperative: boolean;
  bootReason: string;
  note(line: string): void;
}

export const nowMs = ({ clock }: Station): number => clock.now().getTime();
