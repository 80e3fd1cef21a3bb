import { changed } from '../changedSwitches.ts';

export type CpoVersion = '2.2.1' | '2.3.0';

/** A fault of the responses of one module. The first matching fault with uses left applies. */
export interface AnswerFault {
  /** 'versions', 'credentials', 'locations', 'commands', …; '*' for all modules. */
  module: string;
  method?: string;
  /** Number of requests with this fault; null for all further requests. */
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
  /** HTTP status for 'http' and 'redirect', OCPI status code for 'code', seconds for 'retry after'. */
  value?: number;
  location?: string;
}

/** Behaviour of the local CPO. The control port can change each switch at any time. */
export interface Switches {
  /** Versions in the versions list. The CPO supports 2.2.1 and 2.3.0. */
  versions: string[];
  /** Encodings of tokens that the CPO understands, and the encoding that the CPO sends. */
  encoding: {
    understands: ('base64' | 'raw')[];
    refusesWith: { status: number; code: number };
    sends: 'base64' | 'raw' | 'base64 with line feed';
  };
  faults: AnswerFault[];
  /**
   * Several parties behind one connection. 'role': a hub of 2.2.1 with the role HUB; 'role beside its own': a hub that also
   * operates points; 'party': a hub of 2.3.0 with all parties as roles and a separate `hub_party_id`. Lists depend on the party
   * in the request.
   */
  hub: 'none' | 'role' | 'role beside its own' | 'party';
  /** Roles in the credentials that replace the roles of `hub`; null for the roles of `hub`. */
  claims: { roles: readonly { role: string; country_code: string; party_id: string }[]; hub_party_id?: string } | null;
  /** Modules that are missing in the version details. */
  withoutModules: string[];
  page: {
    size: number;
    links: 'good' | 'none' | 'inner host' | 'circular' | 'same offset' | 'endless' | 'other host by path';
    sendsTotal: boolean;
    isShrinking: boolean;
    hasBadObject: boolean;
  };
  /** How the CPO pushes objects to our receivers. */
  push: {
    mode: 'off' | 'on' | 'late' | 'double' | 'reordered';
    delayMs: number;
    hasLastUpdated: boolean;
    /** 'given': the URL of our version details. The others: a URL that some CPOs derive from our versions URL. */
    path: 'given' | 'receiver' | 'receiver without version';
  };
  /** Milliseconds by which the CPO's clock is fast. */
  clockSkewMs: number;
  start: {
    answer: 'ACCEPTED' | 'REJECTED' | 'NOT_SUPPORTED' | 'refused inside 2001' | 'http 404';
    /** Result that follows the response; null if none follows. */
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
     * Result that follows the response; null if the station stops without sending a result. After any result but ACCEPTED the
     * station continues to charge.
     */
    result: string | null;
    resultMs: number;
    /** Number of stop requests per EVSE that are lost. */
    lostTimes: number;
  };
  session: {
    intervalMs: number;
    kwhPerInterval: number;
    /** Energy in kWh at which the vehicle is full. The default is the energy that a plug can deliver within a few seconds. */
    maxKwh: number;
    message: 'put' | 'patch' | 'patch with all periods' | 'patch of periods only';
    isInWh: boolean;
    /** The session ends after this time; null if only a stop ends the session. */
    endsAfterMs: number | null;
    /** After this time the vehicle draws no power; null for never. */
    pausesAfterMs: number | null;
    /** With true, the status of the EVSE is pushed too. */
    reportsStatus: boolean;
    /** With true, one start leads to two sessions. */
    isDoubled: boolean;
    /** Fields that are merged into every message of a session. */
    more: Readonly<Record<string, unknown>>;
    without: readonly string[];
  };
  cdr: {
    /** Time between the end of the session and the CDR; null for no CDR. */
    delayMs: number | null;
    comesBeforeSessionEnds: boolean;
    isPushed: boolean;
    isDoubled: boolean;
    isChanged: boolean;
    isCredited: boolean;
    /** Factor on the cost according to the tariff. */
    priceFactor: number;
    price: 'gross' | 'net only' | 'floor';
    signed: 'none' | 'ocmf' | 'plain' | 'fake';
    repeatsCreditFalse: boolean;
    /** Number of an invoice that the CPO itself issues to the driver. */
    invoice: string | null;
    /** Energy in kWh in the CDR beyond the energy of the session. */
    moreKwh: number;
  };
  /** Whether the CPO offers the payments module of 2.3.0. */
  payments: { isOffered: boolean };
  /** Switches of single EVSEs by uid. */
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
