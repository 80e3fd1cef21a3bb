import type { PlugKind, PlugState } from '../charging/session.ts';
import type { OperatedFile } from './files.ts';
import type { RefusedHandshakes, RefusedStation } from './refusals.ts';

/** How stations are reached. 'simulator': everything there is played. */
export type StationKind = 'simulator' | 'ocpp' | 'ocpi';

/** Points with a plug in such a state, or that are switched off. */
export const POINT_FILTERS = ['ready', 'busy', 'out', 'offline', 'unknown', 'off'] as const;
export type PointFilter = (typeof POINT_FILTERS)[number];
/** OCPP stations that were connected and are not, that could not be set or send faulty messages, that never came. */
export const STATION_FILTERS = ['away', 'unset', 'new'] as const;
export type StationFilter = (typeof STATION_FILTERS)[number];

/**
 * State of a plug for operators: what can be sold. A plug whose station cannot be reached is 'offline', or 'never-connected' if its
 * OCPP station has never had a connection; otherwise the state that the station reported last.
 */
export type OperatedPlugState = PlugState | 'offline' | 'never-connected';

/** Which states of plugs a filter stands for, and a line of Today. Plugs of a point that is switched off count as 'off' only. */
export const PLUG_GROUPS = {
  ready: ['available', 'preparing'],
  busy: ['charging', 'suspended', 'finishing', 'occupied'],
  out: ['unavailable'],
  offline: ['offline'],
  unknown: ['unknown'],
  off: ['off'],
} as const satisfies Readonly<Record<PointFilter, readonly (OperatedPlugState | 'off')[]>>;
export type PlugGroup = keyof typeof PLUG_GROUPS;

export interface StationsQuery {
  is?: PointFilter | StationFilter;
  /** The beginning of an EVSE ID, with separators or without. */
  find?: string;
  /** Only points behind this one. */
  after?: string;
  /** Only OCPP stations behind this one. */
  afterStation?: string;
}

/** Some lines of many. */
export interface Some<Line> {
  lines: readonly Line[];
  /** Where the next page begins; null: this is the last. */
  after: string | null;
}

export interface SwitchedOff {
  /** ISO. */
  at: string;
  by: string;
  reason: string;
}

export interface PointLine {
  evseId: string;
  clientId: string;
  street: string;
  city: string;
  kind: StationKind;
  /** Identity of its OCPP station, or name of its OCPI connection; empty where it is simulated. */
  at: string;
  plugs: readonly {
    id: string;
    number: string;
    kind: PlugKind;
    powerW: number;
    state: OperatedPlugState;
    since: string | null;
  }[];
  /** Null: it is on. */
  off: SwitchedOff | null;
}

/** A charge point that may connect by OCPP. */
export interface StationLine {
  identity: string;
  isConnected: boolean;
  /** 'ocpp2.0.1': as it speaks now, or spoke last; null: never. */
  protocol: string | null;
  /** The only version it may speak; null: the newest that both speak. */
  onlyProtocol: string | null;
  /** OCPP security profile: 0 without a password, 1 with one, 2 with one over TLS. */
  securityProfile: 0 | 1 | 2;
  /** When its connection began or ended last; null: it never had one. */
  lastMessageAt: string | null;
  /** As it told of itself when it booted last; null: never. */
  boot: { at: string; vendor: string; model: string; firmware: string | null } | null;
  /** What could not be set at it, and what that means, in English. */
  unset: readonly string[];
  /** Kinds of messages whose form was wrong, and how many. */
  faulty: readonly { action: string; count: number }[];
  /** Handshakes that were refused since the last connection; null: none. */
  refused: RefusedHandshakes | null;
}

/** A party of a connection that a person has to decide on. */
export interface PartyClaim {
  party: string;
  /** 'claimed': waits for a confirmation, 'hub': as a hub, 'shared': another connection sells it as well. */
  kind: 'claimed' | 'hub' | 'shared';
  /** Other connections that represent the party. */
  heldBy: readonly string[];
}

/** A charge point operator that is connected by OCPI. */
export interface ConnectionLine {
  name: string;
  state: 'invited' | 'registering' | 'active' | 'left';
  /** As it calls itself; empty: it was not told. */
  partner: string;
  /** 'DE*TPB': what was confirmed, and is sold. */
  parties: readonly string[];
  /** What it claims and nobody has confirmed, with who holds it; empty: nothing. */
  waiting: string;
  /** Parties that another connection represents as well, from before a person confirmed parties; empty: none. */
  shared: string;
  /** The same two, one by one: at most 50. */
  undecided: readonly PartyClaim[];
  version: string | null;
  /** For how many seconds nothing has worked; 0: it works. */
  failingS: number;
  lastExchangeAt: string | null;
  /** When its whole list was read last; null: never. */
  pulledAt: string | null;
  /** Starts that are not over, and accounts that are awaited. */
  openStarts: number;
  awaitedCdrs: number;
}

/** A connection, with what is sold of it. */
export interface SoldConnection extends ConnectionLine {
  /** EVSEs that are sold now. */
  points: number;
  /** Locations of which not all can be sold. */
  refused: number;
}

/** Why something that a connection has told is not sold, in English. */
export interface RefusedThing {
  location: string;
  path: string;
  reason: string;
}

/** What an operator has to know of something that is sold, in English. */
export interface SoldRemark {
  path: string;
  reason: string;
}

export interface Stations {
  /** As the settings name them. */
  kinds: readonly StationKind[];
  /** How many plugs are in each state that `PLUG_GROUPS` names. */
  plugs: Readonly<Record<string, number>>;
  off: number;
  /** Null: the filter asks for none. */
  points: Some<PointLine> | null;
  stations: Some<StationLine & { points: readonly PointLine[] }> | null;
  refused: readonly RefusedStation[];
  connections: readonly SoldConnection[];
}

/** What a station needs to connect. The password is told once. */
export interface StationAccess {
  identity: string;
  address: string;
  password: string;
}

/** Why two platforms do not come together; each has its words, `stations.fault.…`. */
export const CONNECTION_FAULTS = [
  'token refused',
  'cannot be reached',
  'no common version',
  'endpoints missing',
  'other host',
  'unreadable answer',
  'already registered',
  'cannot use us',
  'not a charge point operator',
  'refused',
  'answer lost',
  'not registered',
] as const;
export type ConnectionFault = (typeof CONNECTION_FAULTS)[number];

/** What is stuck on a plug. */
export interface LabelLine {
  evseId: string;
  connector: string;
  number: string;
  street: string;
  city: string;
  /** As `LabelsAsk.at`. */
  place: string;
  /** What its code holds. */
  address: string;
  /** Dark modules of the code, row by row. */
  modules: readonly (readonly boolean[])[];
}

export interface LabelsQuery {
  /** A place as `Labels.places` names it; missing: everywhere. */
  at?: string;
  after?: string;
  /** Only places behind this one are to choose from. */
  afterLocation?: string;
}

export interface Labels {
  labels: Some<LabelLine>;
  /** 'City, street'. */
  locations: Some<{ place: string; points: number }>;
}

export interface OperatingStations {
  listStations(query: StationsQuery): Promise<Stations>;
  /** Null: there is no point of this id, or it is sold no more. */
  getPoint(request: { evseId: string }): Promise<PointLine | null>;
  /** Null: no such station was added, or none are connected by OCPP. */
  getStation(request: { identity: string }): Promise<(StationLine & { points: readonly PointLine[] }) | null>;
  /** With what of it is not sold, and remarks on what is. Null: there is no such connection. */
  getConnection(request: {
    name: string;
    after?: string;
  }): Promise<{ connection: SoldConnection; refused: Some<RefusedThing>; remarks: readonly SoldRemark[] } | null>;
  /** Where a station of this identity connects; null: none do. */
  stationAddress(request: { identity: string }): string | null;
  listLabels(query: LabelsQuery): Promise<Labels>;
  /** The same labels as `listLabels` shows, to print; null: there are none. Whoever takes them is in the audit. */
  exportLabels(query: LabelsQuery): Promise<OperatedFile | null>;
}
