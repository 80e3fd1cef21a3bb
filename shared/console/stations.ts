import type { PlugKind, PlugState } from '../charging/session.ts';
import type { OperatedFile } from './files.ts';
import type { RefusedHandshakes, RefusedStation } from './refusals.ts';

/** How the app reaches stations. 'simulator': all stations are simulated. */
export type StationKind = 'simulator' | 'ocpp' | 'ocpi';

/** Filters for points. A point matches if one of its plugs has the state, or if the point is switched off ('off'). */
export const POINT_FILTERS = ['ready', 'busy', 'out', 'offline', 'unknown', 'off'] as const;
export type PointFilter = (typeof POINT_FILTERS)[number];
/** Filters for OCPP stations. 'away': connection lost. 'unset': not configured, or invalid messages. 'new': never connected. */
export const STATION_FILTERS = ['away', 'unset', 'new'] as const;
export type StationFilter = (typeof STATION_FILTERS)[number];

/**
 * State of a plug for operators: what can be sold. A plug whose station cannot be reached is 'offline', or 'never-connected' if its
 * OCPP station has never had a connection; otherwise the state that the station reported last.
 */
export type OperatedPlugState = PlugState | 'offline' | 'never-connected';

/** The plug states of each point filter and of each line of Today. Plugs of a point that is switched off count only as 'off'. */
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
  /** Prefix of an EVSE ID, with or without separators. */
  find?: string;
  /** Cursor: only points after this one. */
  after?: string;
  /** Cursor: only OCPP stations after this one. */
  afterStation?: string;
}

/** One page of a list. */
export interface Some<Line> {
  lines: readonly Line[];
  /** Cursor of the next page. Null: this page is the last one. */
  after: string | null;
}

export interface SwitchedOff {
  /** ISO 8601. */
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
  /** Identity of the OCPP station, or name of the OCPI connection. Empty for a simulated point. */
  at: string;
  plugs: readonly {
    id: string;
    number: string;
    kind: PlugKind;
    powerW: number;
    state: OperatedPlugState;
    since: string | null;
  }[];
  /** Null: the point is switched on. */
  off: SwitchedOff | null;
}

/** A charging station that may connect by OCPP. */
export interface StationLine {
  identity: string;
  isConnected: boolean;
  /** Protocol of the current connection, else of the last one ('ocpp2.0.1'). Null: the station has never connected. */
  protocol: string | null;
  /** The only protocol that the station may speak. Null: the newest one that both sides speak. */
  onlyProtocol: string | null;
  /** OCPP security profile: 0 without a password, 1 with one, 2 with one over TLS. */
  securityProfile: 0 | 1 | 2;
  /** Time at which the last connection began or ended. Null: the station has never connected. */
  lastMessageAt: string | null;
  /** Data of the last BootNotification. Null: none was received. */
  boot: { at: string; vendor: string; model: string; firmware: string | null } | null;
  /** Settings that could not be written to the station, with the consequence, in English. */
  unset: readonly string[];
  /** Number of invalid messages by action. */
  faulty: readonly { action: string; count: number }[];
  /** Handshakes refused since the last connection. Null: none. */
  refused: RefusedHandshakes | null;
}

/** A party of a connection that needs a decision by staff. */
export interface PartyClaim {
  party: string;
  /**
   * 'claimed': waits for a confirmation. 'hub': the same for a hub's own party. 'shared': another connection has the party too.
   */
  kind: 'claimed' | 'hub' | 'shared';
  /** Other connections that represent the party. */
  heldBy: readonly string[];
}

/** A charge point operator connected by OCPI. */
export interface ConnectionLine {
  name: string;
  state: 'invited' | 'registering' | 'active' | 'left';
  /** Business name that the platform reports. Empty: unknown. */
  partner: string;
  /** The confirmed parties, whose points are sold ('DE*TPB'). */
  parties: readonly string[];
  /** Parties that the platform claims and that are not confirmed, with the connections that represent them. Empty: none. */
  waiting: string;
  /** Parties that another connection also represents, from the time before staff confirmed parties. Empty: none. */
  shared: string;
  /** The entries of `waiting` and `shared` as a list, at most 50. */
  undecided: readonly PartyClaim[];
  version: string | null;
  /** Seconds since the connection began to fail. 0: the connection works. */
  failingS: number;
  lastExchangeAt: string | null;
  /** Time of the last complete pull. Null: none yet. */
  pulledAt: string | null;
  /** Number of starts that have not ended, and number of CDRs that have not arrived. */
  openStarts: number;
  awaitedCdrs: number;
}

/** A connection with the number of its EVSEs on sale. */
export interface SoldConnection extends ConnectionLine {
  /** Number of EVSEs on sale. */
  points: number;
  /** Number of locations that cannot be sold completely. */
  refused: number;
}

/** An object of a connection that is not sold, with the reason in English. */
export interface RefusedThing {
  location: string;
  path: string;
  reason: string;
}

/** A remark for operators on an object that is sold, in English. */
export interface SoldRemark {
  path: string;
  reason: string;
}

export interface Stations {
  /** The kinds that the settings enable. */
  kinds: readonly StationKind[];
  /** Number of plugs in each group of `PLUG_GROUPS`. */
  plugs: Readonly<Record<string, number>>;
  off: number;
  /** Null: the filter selects no points. */
  points: Some<PointLine> | null;
  stations: Some<StationLine & { points: readonly PointLine[] }> | null;
  refused: readonly RefusedStation[];
  connections: readonly SoldConnection[];
}

/** The data that a station needs for its connection. The password is shown only once. */
export interface StationAccess {
  identity: string;
  address: string;
  password: string;
}

/** Why a connection to a platform could not be established. Each reason has a text `stations.fault.…`. */
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

/** The content of a label for a plug. */
export interface LabelLine {
  evseId: string;
  connector: string;
  number: string;
  street: string;
  city: string;
  /** Has the form of `LabelsQuery.at`. */
  place: string;
  /** The address in the QR code. */
  address: string;
  /** Dark modules of the QR code, row by row. */
  modules: readonly (readonly boolean[])[];
}

export interface LabelsQuery {
  /** A place from `Labels.places`. Missing: all places. */
  at?: string;
  after?: string;
  /** Cursor: the choice offers only places after this one. */
  afterLocation?: string;
}

export interface Labels {
  labels: Some<LabelLine>;
  /** 'City, street'. */
  locations: Some<{ place: string; points: number }>;
}

export interface OperatingStations {
  listStations(query: StationsQuery): Promise<Stations>;
  /** Returns a point, or null if no point has this id or the point is no longer sold. */
  getPoint(request: { evseId: string }): Promise<PointLine | null>;
  /** Returns a station with its points, or null if the station was not added or no stations connect by OCPP. */
  getStation(request: { identity: string }): Promise<(StationLine & { points: readonly PointLine[] }) | null>;
  /**
   * Returns a connection with the objects that are not sold and the remarks on those that are.
   * @returns null if no connection has this name
   */
  getConnection(request: {
    name: string;
    after?: string;
  }): Promise<{ connection: SoldConnection; refused: Some<RefusedThing>; remarks: readonly SoldRemark[] } | null>;
  /** Returns the address at which a station connects, or null if no stations connect by OCPP. */
  stationAddress(request: { identity: string }): string | null;
  listLabels(query: LabelsQuery): Promise<Labels>;
  /**
   * Exports the labels of `listLabels` for print and records the export in the audit.
   * @returns null if there are no labels
   */
  exportLabels(query: LabelsQuery): Promise<OperatedFile | null>;
}
