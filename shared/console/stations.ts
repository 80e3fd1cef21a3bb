import type { PlugKind } from '../charging/session.ts';
import type { ChargingLimit } from './chargingLimit.ts';
import type { ListFormat, OperatedFile } from './files.ts';
import type { FirmwareUpdate } from './firmware.ts';
import type { OperatedPlugState, PlugGroup, PointFilter } from './plugGroups.ts';
import type { RefusedHandshakes, RefusedStation } from './refusals.ts';

/** How the app reaches a station. 'simulator': the station is simulated. */
export type StationKind = 'simulator' | 'ocpp' | 'ocpi';

/** Filters for OCPP stations. 'away': disconnected. 'unset': refused settings or invalid messages. 'new': never connected. */
export const STATION_FILTERS = ['away', 'unset', 'new'] as const;
export type StationFilter = (typeof STATION_FILTERS)[number];

export interface StationsQuery {
  is?: PointFilter | StationFilter;
  /** Search text: a part of a street, a city or an EVSE ID. An EVSE ID may lack its separators. */
  find?: string;
  /** Cursor: only points after this EVSE ID. */
  after?: string;
  /** Cursor: only OCPP stations after this identity. */
  afterStation?: string;
  /** True: the points are left out, because `getSites` lists them. */
  isBySite?: boolean;
  /** Id of a brand: only charging points of the brand, and no stations and connections. */
  brand?: string;
}

/** One page of a list. */
export interface Some<Line> {
  lines: readonly Line[];
  /** Cursor of the next page. Null: this is the last page. */
  after: string | null;
}

export interface SwitchedOff {
  /** Time at which the point was switched off, ISO 8601. */
  at: string;
  /** The staff member, and why. Empty for a person who is limited to a brand. */
  by: string;
  reason: string;
}

export interface PointLine {
  evseId: string;
  clientId: string;
  street: string;
  postalCode: string;
  city: string;
  kind: StationKind;
  /** Identity of the OCPP station, or name of the OCPI connection. Empty: a simulated point. */
  at: string;
  plugs: readonly {
    id: string;
    number: string;
    kind: PlugKind;
    powerW: number;
    state: OperatedPlugState;
    /** Group in which lists and totals count the plug. */
    group: PlugGroup;
    /** Time of the last change of the state. Null: unknown. */
    since: string | null;
    /** Fault that the station reports: its error code, and after a space the code of its vendor. Null: none is known. */
    fault: string | null;
    /** Power of the active session in W. Null: no session of this app is active. */
    chargingW: number | null;
  }[];
  /** Time, person and reason of switching the point off. Null: the point is switched on. */
  off: SwitchedOff | null;
  /** Number of drivers' open fault reports about the point. */
  openFaults: number;
}

/** A charging station that may connect by OCPP. */
export interface StationLine {
  identity: string;
  isConnected: boolean;
  /** Protocol of the current or last connection ('ocpp2.0.1'). Null: the station has never connected. */
  protocol: string | null;
  /** The only OCPP version that the station may use. Null: the newest version that both support. */
  onlyProtocol: string | null;
  /** OCPP security profile. 0: no password. 1: password. 2: password over TLS. */
  securityProfile: 0 | 1 | 2;
  /** Time at which the last connection began or ended. Null: the station has never connected. */
  lastMessageAt: string | null;
  /** Data of the last BootNotification. Null: none was received. */
  boot: { at: string; vendor: string; model: string; firmware: string | null } | null;
  /** Settings that the station did not accept, each with the consequence, in English. */
  unset: readonly string[];
  /** Charging limit that staff have set. Null: none. */
  limit: ChargingLimit | null;
  /** The last firmware update that staff have requested. Null: none. */
  firmware: FirmwareUpdate | null;
  /** Number of invalid messages by OCPP action. */
  faulty: readonly { action: string; count: number }[];
  /** Connection attempts that were refused since the last connection. Null: none. */
  refused: RefusedHandshakes | null;
}

/** A charging station with the charging points that are offered at the station. */
export interface StationWithPoints extends StationLine {
  points: readonly PointLine[];
}

/** An OCPI party of a connection about which staff must decide. */
export interface PartyClaim {
  party: string;
  /**
   * 'claimed': a party that waits for confirmation by staff. 'hub': the party of a hub that waits for confirmation. 'shared':
   * another connection represents the party too.
   */
  kind: 'claimed' | 'hub' | 'shared';
  /** Names of other connections that represent the party. */
  heldBy: readonly string[];
}

/** An OCPI connection to a CPO's platform. */
export interface ConnectionLine {
  name: string;
  state: 'invited' | 'registering' | 'active' | 'left';
  /** Company name that the CPO's platform reports. Empty: unknown. */
  partner: string;
  /** The confirmed parties, whose points are offered to drivers: 'DE*TPB'. */
  parties: readonly string[];
  /**
   * Parties that the CPO's platform names and staff have not confirmed, each with the connection that already represents it.
   * Empty: none.
   */
  waiting: string;
  /** Parties that another connection represents too, stored by an earlier version of the app. Empty: none. */
  shared: string;
  /** The parties in `waiting` and `shared` as a list of at most 50. */
  undecided: readonly PartyClaim[];
  version: string | null;
  /** Number of seconds since requests began to fail. 0: requests succeed. */
  failingS: number;
  lastExchangeAt: string | null;
  /** Time of the last complete download of locations and tariffs. Null: none yet. */
  pulledAt: string | null;
  /** Number of started sessions that have not ended. `awaitedCdrs`: number of ended sessions without a CDR. */
  openStarts: number;
  awaitedCdrs: number;
}

export interface SoldConnection extends ConnectionLine {
  /** Number of EVSEs that are offered to drivers. */
  points: number;
  /** Number of locations of which at least one part cannot be offered. */
  refused: number;
}

/** A part of a location that cannot be offered, with the reason in English. */
export interface RefusedThing {
  location: string;
  path: string;
  reason: string;
}

/** A connection with the parts of its locations that cannot be offered, and with warnings about the offered points. */
export interface ConnectionWithRefusals {
  connection: SoldConnection;
  refused: Some<RefusedThing>;
  remarks: readonly SoldRemark[];
}

/** A warning in English about a charging point that is offered. */
export interface SoldRemark {
  path: string;
  reason: string;
}

export interface Stations {
  /** The kinds of stations that the settings enable. */
  kinds: readonly StationKind[];
  /** Number of plugs per group of `PLUG_GROUPS`. */
  plugs: Readonly<Record<string, number>>;
  /** One page of charging points. Null: the query only selects stations, or the points are listed by site. */
  points: Some<PointLine> | null;
  /** Number of plugs at each place of `points`, also of those that the query does not select. */
  plugsAtPlaces: Readonly<Record<string, number>>;
  stations: Some<StationWithPoints> | null;
  refused: readonly RefusedStation[];
  connections: readonly SoldConnection[];
}

/** What staff must configure at a station. The password is shown only once. */
export interface StationAccess {
  identity: string;
  address: string;
  password: string;
}

/** Why a connection to a CPO's platform could not be established. Each has a text `stations.fault.…`. */
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

/** One page of the places of charging points with all their points. */
export interface Sites {
  /**
   * Places of the page with an open fault report, with a plug that cannot be used, or at which a vehicle has been standing for
   * hours. The first page also has the first such places of all pages, and the other pages leave these places out.
   */
  trouble: readonly Site[];
  /** The other places of the page, in the order of their names. */
  fine: Some<Site>;
}

/** A place: all charging points with the same street and city. */
export interface Site {
  /** 'City, street'. */
  place: string;
  points: readonly PointLine[];
}

export interface OperatingStations {
  /** `after`: cursor, only places after this one. `brand`: only charging points of this brand. */
  getSites(query: { after?: string; brand?: string }): Promise<Sites>;
  listStations(query: StationsQuery): Promise<Stations>;
  /** Exports all offered charging points with the state of each connector, and records the export in the audit log. */
  exportPoints(format: ListFormat & { brand?: string }): Promise<OperatedFile>;
  /**
   * Exports all OCPP stations without passwords, and records the export in the audit log.
   * @returns null if OCPP is not enabled
   */
  exportStations(format: ListFormat): Promise<OperatedFile | null>;
  /** Returns a station with its charging points. Null: staff have not added the station, or OCPP is not enabled. */
  getStation(request: { identity: string }): Promise<StationWithPoints | null>;
  /**
   * Returns a connection with everything that it reported and that cannot be offered, and with the warnings about offered
   * points.
   * @returns null if no connection has this name
   */
  getConnection(request: { name: string; after?: string }): Promise<ConnectionWithRefusals | null>;
  /** Returns the URL to which a station connects. Null: OCPP is not enabled. */
  stationAddress(request: { identity: string }): string | null;
}
