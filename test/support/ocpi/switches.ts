import { changed } from '../changedSwitches.ts';

export type CpoVersion = '2.2.1' | '2.3.0';

/** A fault in responses of one module. If several faults match a request, the first one that is not used up applies. */
export interface AnswerFault {
  /** OCPI module: 'versions', 'credentials', 'locations', 'commands', …; '*': every module. */
  module: string;
  method?: string;
  /** Number of further requests that get this fault; null: unlimited. */
  times: number | null;
  kind:
    | 'down'
    | 'lost'
    | 'hang'
    | 'drip'
    | 'truncate'
    | 'redirect'
    | 'html'
    | 'bare'
    | 'not utf-8'
    | 'two values'
    | 'huge'
    | 'huge when unpacked'
    | 'http'
    | 'retry after'
    | 'code';
  /** HTTP status for the kinds 'http' and 'redirect', OCPI status code for 'code', seconds for 'retry after'. */
  value?: number;
  location?: string;
}

/** Behaviour of the simulated CPO. Tests can change each switch at any time. */
export interface Switches {
  /** OCPI versions that the CPO lists. It supports 2.2.1 and 2.3.0. */
  versions: string[];
  /** The token encodings that the CPO understands, and the one in which it sends its own token. */
  encoding: {
    understands: ('base64' | 'raw')[];
    refusesWith: { status: number; code: number };
    sends: 'base64' | 'raw' | 'base64 with line feed';
  };
  faults: AnswerFault[];
  /**
   * Whether several parties share the connection. 'role': a hub with the role HUB (2.2.1). 'role beside its own': a hub that
   * also operates points. 'party': a hub with all parties as roles and a separate `hub_party_id` (2.3.0). The party to which a
   * request is addressed determines which objects are listed.
   */
  hub: 'none' | 'role' | 'role beside its own' | 'party';
  /** Roles in the credentials; null: the roles that follow from `hub`. */
  claims: { roles: readonly { role: string; country_code: string; party_id: string }[]; hub_party_id?: string } | null;
  /** OCPI modules that are missing in the version details. */
  withoutModules: string[];
  page: {
    size: number;
    links: 'good' | 'none' | 'inner host' | 'circular' | 'same offset' | 'endless' | 'other host by path';
    sendsTotal: boolean;
    isShrinking: boolean;
    hasBadObject: boolean;
  };
  /** How the CPO pushes objects to the receivers of the app. */
  push: {
    mode: 'off' | 'on' | 'late' | 'double' | 'reordered';
    delayMs: number;
    hasLastUpdated: boolean;
    /**
     * URL to which objects are pushed. 'given': the URL in the version details of the app. The other values: a URL that some
     * CPOs derive from the app's versions URL.
     */
    path: 'given' | 'receiver' | 'receiver without version';
  };
  /** Milliseconds by which the clock of the CPO is ahead. */
  clockSkewMs: number;
  start: {
    answer: 'ACCEPTED' | 'REJECTED' | 'NOT_SUPPORTED' | 'refused inside 2001' | 'http 404';
    /** Result of START_SESSION, sent after the response; null: no result is sent. */
    result: string | null;
    resultMs: number;
    isResultDoubled: boolean;
    session: 'none' | 'after' | 'before result' | 'pending for ever';
    sessionMs: number;
    echoesReference: boolean;
    uid: 'same' | 'other';
    sendsTimeout: boolean;
  };
  stop: {
    answer: 'ACCEPTED' | 'REJECTED' | 'UNKNOWN_SESSION';
    isIgnored: boolean;
    /**
     * Result of STOP_SESSION, sent after the response. After ACCEPTED, the station stops. Null: the station stops, but no result
     * is sent. After any other result, the station continues to charge.
     */
    result: string | null;
    resultMs: number;
    /** Number of stop requests per EVSE that are lost before the first one arrives. */
    lostTimes: number;
  };
  session: {
    intervalMs: number;
    kwhPerInterval: number;
    /** Energy in kWh at which the vehicle is full. Default: as much as a plug delivers within a few seconds. */
    maxKwh: number;
    message: 'put' | 'patch' | 'patch with all periods' | 'patch of periods only';
    isInWh: boolean;
    /** Time after which the session ends by itself; null: only a stop request ends it. */
    endsAfterMs: number | null;
    /** Time after which the vehicle draws no power; null: it always draws power. */
    pausesAfterMs: number | null;
    /** True: the CPO also pushes the status of the EVSE. */
    reportsStatus: boolean;
    /** True: one start leads to two sessions. */
    isDoubled: boolean;
    /** Additional fields in every message of a session. */
    more: Readonly<Record<string, unknown>>;
    without: readonly string[];
  };
  cdr: {
    /** Time from the end of the session until the CDR; null: no CDR is issued. */
    delayMs: number | null;
    comesBeforeSessionEnds: boolean;
    isPushed: boolean;
    isDoubled: boolean;
    isChanged: boolean;
    isCredited: boolean;
    /** Factor by which the cost in the CDR deviates from the tariff. */
    priceFactor: number;
    price: 'gross' | 'net only' | 'floor';
    signed: 'none' | 'ocmf' | 'plain' | 'fake';
    repeatsCreditFalse: boolean;
    /** Number of an invoice that the CPO itself has issued to the driver; null: none. */
    invoice: string | null;
    /** Energy in kWh that the CDR contains in addition to the session. */
    moreKwh: number;
  };
  /** `isOffered`: true if the CPO offers the payments module of OCPI 2.3.0. */
  payments: { isOffered: boolean };
  /** By EVSE uid, the switches that differ for single EVSEs. */
  evses: Readonly<Record<string, EvseSwitches>>;
}

export type EvseSwitches = { [Name in 'start' | 'stop' | 'session' | 'cdr']?: Partial<Switches[Name]> };

export const SWITCHES: Switches = {
  versions: ['2.2.1', '2.3.0'],
  encoding: { understands: ['base64', 'raw'], refusesWith: { status: 401, code: 2002 }, sends: 'base64' },
  faults: [],
  hub: 'none',
  claims: null,
  withoutModules: [],
  page: { size: 50, links: 'good', sendsTotal: true, isShrinking: false, hasBadObject: false },
  push: { mode: 'on', delayMs: 100, hasLastUpdated: true, path: 'given' },
  clockSkewMs: 0,
  start: {
    answer: 'ACCEPTED',
    result: 'ACCEPTED',
    resultMs: 20,
    isResultDoubled: false,
    session: 'after',
    sessionMs: 40,
    echoesReference: true,
    uid: 'same',
    sendsTimeout: true,
  },
  stop: { answer: 'ACCEPTED', isIgnored: false, result: 'ACCEPTED', resultMs: 0, lostTimes: 0 },
  session: {
    intervalMs: 50,
    kwhPerInterval: 0.03,
    maxKwh: 0.095,
    message: 'patch',
    isInWh: false,
    endsAfterMs: null,
    pausesAfterMs: null,
    reportsStatus: false,
    isDoubled: false,
    more: {},
    without: [],
  },
  cdr: {
    delayMs: 50,
    comesBeforeSessionEnds: false,
    isPushed: true,
    isDoubled: false,
    isChanged: false,
    isCredited: false,
    priceFactor: 1,
    price: 'gross',
    signed: 'none',
    repeatsCreditFalse: false,
    invoice: null,
    moreKwh: 0,
  },
  payments: { isOffered: false },
  evses: {},
};

/** Returns the switches of one EVSE. */
export const switchesAt = (switches: Switches, evseUid: unknown): Switches =>
  changed(switches, switches.evses[String(evseUid)] ?? {});
