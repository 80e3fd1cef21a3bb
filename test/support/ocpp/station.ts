import type { Clock } from '../../../server/core/ports/ports.ts';
import type { PlugSwitches, StationSwitches } from './switches.ts';

export type OcppVersion = '1.6' | '2.0.1' | '2.1';
export type Payload = Readonly<Record<string, unknown>>;

export interface StationFacts {
  id: string;
  version: OcppVersion;
  /** ws://host/ocpp without the id. */
  url: string;
  password: string | null;
  /** Number of plugs. Plugs are numbered from 1; each is one EVSE with one connector. */
  plugs: number;
  powerW: number;
  isDc: boolean;
  /** EVSE ids in signed records; null for ids derived from the station id. */
  evseIds: readonly string[] | null;
}

/** One message of either direction. */
export interface TranscriptEntry {
  at: string;
  by: 'house' | 'station';
  kind: 'call' | 'answer' | 'error';
  action: string;
  payload: Payload;
}

/** A call of the station. */
export interface Message {
  action: string;
  /** Creates the payload at the time of sending, so that the payload can contain data of an earlier response. */
  payload(): Payload;
  /** If true, the message is queued while the station is offline, and sent again until the platform responds. */
  isStored: boolean;
  /** If true, a switch may make the payload violate the schema. */
  mayBeFaulty?: boolean;
  /** If true, the platform has triggered the message, which is then sent even before the station is registered. */
  isRequestedFor?: boolean;
  /** Returns false if the response is treated as lost. */
  hears?(): boolean;
  onAnswer?(answer: Payload): void;
  onLost?(): void;
}

export type Registration = 'none' | 'Pending' | 'Rejected' | 'Accepted';

export interface Link {
  isOpen(): boolean;
  registration: Registration;
  /** Messages without a response, which are sent in this order. */
  queue: Message[];
  output: TranscriptEntry[];
  /** Messages of the platform that violate the schema or the protocol. */
  faults: string[];
  send(message: Message): void;
  /** Sends a frame without any check, for example an invalid one. */
  sendRaw(text: string): void;
  /** @param boots whether a BootNotification follows */
  connect(request: { boots: boolean }): Promise<void>;
  /** 'silent': the socket stays open, but the station receives nothing more. */
  drop(how: 'closed' | 'cut' | 'silent', request?: { reconnects: boolean }): Promise<void>;
  /** Returns true while a response is expected soon, in real time. */
  isAtWork(): boolean;
  /** Applies the response to a BootNotification. */
  registered(answer: Payload): void;
  /** Runs `work` after the current message. */
  later(work: () => void): void;
}

/** Stop reasons in the terms of OCPP 2.x, and `UnlockCommand` and `SoftReset` of 1.6. */
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

/** Authorization to charge at a plug. */
export interface Grant {
  tag: string;
  tagType: string;
  by: 'remote' | 'local';
  remoteStartId: number | null;
}

/** A transaction in the sense of OCPP. */
export interface Transaction {
  /** In 1.6, null until the platform assigns an id. */
  id: string | number | null;
  startedAt: string;
  startedMs: number;
  /** Reported meter reading at the begin. `registerWh` is the true reading. */
  startWh: number;
  registerWh: number;
  grant: Grant | null;
  seqNo: number;
  isEvseReported: boolean;
  isTagReported: boolean;
  /** Limits that the platform has set (2.1). */
  limit: Readonly<Record<string, number>> | null;
  /** Latest cost from the platform, in units of the currency. */
  cost: number | null;
  /** Conditions of TxStopPoint that have been true during the transaction (2.x). */
  held: Set<string>;
  /** An update that is sent after the next one. */
  heldBack: Message | null;
}

/** A charging period of a plug, during which energy can flow. */
export interface Flow {
  beganAt: string;
  beganMs: number;
  beganWh: number;
  /** Last reported reading, at which the next interval begins. */
  reportedWh: number;
  state: 'Charging' | 'SuspendedEV' | 'SuspendedEVSE';
  over: AbortController;
}

export interface Meter {
  registerWh: number;
  /** Energy that the connected vehicle has received, Wh. */
  chargedWh: number;
  powerW: number;
  asOfMs: number;
}

export interface Plug {
  number: number;
  isCabled: boolean;
  isFaulted: boolean;
  isOperative: boolean;
  /** Availability that applies once charging has ended; null for no change. */
  nextOperative: boolean | null;
  /** True while the vehicle of the last session is still connected. */
  isFinishing: boolean;
  grant: Grant | null;
  /** A start that has timed out but begins when a cable is connected (switch `beginsAfterTimeout`). */
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
  /** Until then a driver is paying with the displayed code. */
  paidUntilMs: number;
  waiting: AbortController;
}

/** A change at a plug in the terms of OCPP 2.x. */
export interface Change {
  trigger: string;
  reason?: StopReason;
}

/** Transmits frames between a station and the platform. A call of `pass` delivers the frame. */
export interface Line {
  out(frame: string, pass: (frame: string) => void): void;
  in(frame: string, pass: (frame: string) => void): void;
}

export interface Reply {
  answer: Payload | 'none';
  /** Runs after the response has been sent. */
  after?: () => void;
}

export type Handler = (station: Station, request: Payload) => Reply;

/** The parts of a station that depend on the OCPP version. */
export interface Dialect {
  protocol: string;
  heartbeatSetting: string;
  passwordSetting: string;
  boot(station: Station, reason: string): Payload;
  handlers: Readonly<Record<string, Handler>>;
  /** Returns the status of a plug in OCPP terms; null for the station. */
  statusOf(station: Station, plug: Plug | null): string;
  reportStatus(station: Station, plug: Plug | null, status: string): void;
  /** Begins, continues or ends the transaction of a plug. */
  changed(station: Station, plug: Plug, change: Change): void;
  sampled(station: Station, plug: Plug, context: 'Sample.Periodic' | 'Trigger'): void;
  authorize(grant: Grant): Payload;
  /** Returns the authorization status in a response, or null. */
  verdict(answer: Payload): string | null;
  knobs(station: Station): Knobs;
}

/** Behaviour that results from the settings of a station. */
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
  /** Values that apply after a reboot. */
  pending: Map<string, string>;
}

export interface Station {
  facts: StationFacts;
  switches: StationSwitches;
  at(plug: Plug): PlugSwitches;
  clock: Clock;
  /** Milliseconds by which the station's clock is ahead of `clock`. */
  offsetMs: number;
  link: Link;
  line: Line;
  settings: Settings;
  dialect: Dialect;
  plugs: readonly Plug[];
  /** Messages of the platform on the screen, by id. */
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
