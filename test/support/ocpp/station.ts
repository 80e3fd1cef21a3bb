import type { Clock } from '../../../server/core/ports/ports.ts';
import type { PlugSwitches, StationSwitches } from './switches.ts';

export type OcppVersion = '1.6' | '2.0.1' | '2.1';
export type Payload = Readonly<Record<string, unknown>>;

export interface StationFacts {
  id: string;
  version: OcppVersion;
  /** ws://host/ocpp, without the id. */
  url: string;
  password: string | null;
  /** They are numbered from 1; each is one EVSE with one connector. */
  plugs: number;
  powerW: number;
  isDc: boolean;
  /** As signed records name its plugs; null: by its id. */
  evseIds: readonly string[] | null;
}

/** One line of what was said, in either direction. */
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
  /** Made when it is sent: what an earlier answer has told can be part of it. */
  payload(): Payload;
  /** Kept while the station is offline, and sent again until it is answered. */
  isStored: boolean;
  /** Its payload may break the schema, because a switch wants it. */
  mayBeFaulty?: boolean;
  /** The house has asked for it: it goes out before the station is registered, too. */
  isRequestedFor?: boolean;
  /** False: the answer gets lost on its way. */
  hears?(): boolean;
  onAnswer?(answer: Payload): void;
  onLost?(): void;
}

export type Registration = 'none' | 'Pending' | 'Rejected' | 'Accepted';

export interface Link {
  isOpen(): boolean;
  registration: Registration;
  /** Transaction messages that are not answered yet. */
  queue: Message[];
  output: TranscriptEntry[];
  /** What the house has sent against the schema, or against the order of things. */
  faults: string[];
  send(message: Message): void;
  /** As they are: frames that are no message. */
  sendRaw(text: string): void;
  /** @param boots whether a BootNotification follows */
  connect(request: { boots: boolean }): Promise<void>;
  /** 'silent': the socket stays open, and nothing goes through it any more. */
  drop(how: 'closed' | 'cut' | 'silent', request?: { reconnects: boolean }): Promise<void>;
  /** Whether something is being said that will be answered soon, in real time. */
  isAtWork(): boolean;
  /** The house has answered a BootNotification. */
  registered(answer: Payload): void;
  /** Done after what is said now. */
  later(work: () => void): void;
}

/** Why a charging session ended, in the words of OCPP 2.x. */
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

/** Who may charge at a plug. */
export interface Grant {
  tag: string;
  tagType: string;
  by: 'remote' | 'local';
  remoteStartId: number | null;
}

/** What the protocol calls a transaction. */
export interface Transaction {
  /** 1.6: null until the house has said it. */
  id: string | number | null;
  startedAt: string;
  startedMs: number;
  /** What its begin is told to have been; the register itself may have said otherwise. */
  startWh: number;
  registerWh: number;
  grant: Grant | null;
  seqNo: number;
  isEvseReported: boolean;
  isTagReported: boolean;
  /** 2.1: what the house allows. */
  limit: Readonly<Record<string, number>> | null;
  /** As the house has told it last, in units of the currency. */
  cost: number | null;
  /** 2.x: what was so since it began, in the words of TxStopPoint. */
  held: Set<string>;
  /** An update that is to come after the next one. */
  heldBack: Message | null;
}

/** Energy flows, or could. */
export interface Flow {
  beganAt: string;
  beganMs: number;
  beganWh: number;
  /** What was told last: the begin of the next interval. */
  reportedWh: number;
  state: 'Charging' | 'SuspendedEV' | 'SuspendedEVSE';
  over: AbortController;
}

export interface Meter {
  registerWh: number;
  /** What has gone into the vehicle's battery since it was plugged in. */
  chargedWh: number;
  powerW: number;
  asOfMs: number;
}

export interface Plug {
  number: number;
  isCabled: boolean;
  isFaulted: boolean;
  isOperative: boolean;
  /** Set when nothing charges any more. */
  nextOperative: boolean | null;
  /** The vehicle of the last session is still there. */
  isFinishing: boolean;
  grant: Grant | null;
  /** A start that was given up, and is carried out nevertheless when a cable comes. */
  givenUp: Grant | null;
  flow: Flow | null;
  transaction: Transaction | null;
  meter: Meter;
  pagination: number;
  /** Of its meter. */
  keys: { privatePem: string; publicHex: string } | null;
  reportedStatus: string;
  unheardAnswers: number;
  lostStops: number;
  /** Somebody pays by the code on the screen until then. */
  paidUntilMs: number;
  waiting: AbortController;
}

/** What has changed at a plug, in the words of 2.x. */
export interface Change {
  trigger: string;
  reason?: StopReason;
}

/** What carries frames between a station and the house; `pass` has one arrive. */
export interface Line {
  out(frame: string, pass: (frame: string) => void): void;
  in(frame: string, pass: (frame: string) => void): void;
}

export interface Reply {
  answer: Payload | 'none';
  /** Done once the answer is on its way. */
  after?: () => void;
}

export type Handler = (station: Station, request: Payload) => Reply;

/** What is different from version to version. */
export interface Dialect {
  protocol: string;
  heartbeatSetting: string;
  passwordSetting: string;
  boot(station: Station, reason: string): Payload;
  handlers: Readonly<Record<string, Handler>>;
  /** What OCPP calls the state of a plug; null: the station itself. */
  statusOf(station: Station, plug: Plug | null): string;
  reportStatus(station: Station, plug: Plug | null, status: string): void;
  /** Begins, continues or ends the transaction of a plug. */
  changed(station: Station, plug: Plug, change: Change): void;
  sampled(station: Station, plug: Plug, context: 'Sample.Periodic' | 'Trigger'): void;
  authorize(grant: Grant): Payload;
  /** What the house says of whoever wants to charge; null: nothing. */
  verdict(answer: Payload): string | null;
  knobs(station: Station): Knobs;
}

/** What its settings come to. */
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
  /** What waits for a reboot. */
  pending: Map<string, string>;
}

export interface Station {
  facts: StationFacts;
  switches: StationSwitches;
  at(plug: Plug): PlugSwitches;
  clock: Clock;
  /** The station's own clock is so much ahead of `clock`. */
  offsetMs: number;
  link: Link;
  line: Line;
  settings: Settings;
  dialect: Dialect;
  plugs: readonly Plug[];
  /** What the house has put on its screen, by id. */
  screen: Map<string, Payload>;
  /** Nothing connects it with anybody. */
  isOff: boolean;
  /** Without power. */
  isDark: boolean;
  isOperative: boolean;
  bootReason: string;
  note(line: string): void;
}

export const nowMs = ({ clock }: Station): number => clock.now().getTime();
