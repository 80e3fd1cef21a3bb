import { changed } from '../changedSwitches.ts';

export type CpoVersion = '2.2.1' | '2.3.0';

/** What the answers of one module look like from now on; the first that fits counts, and is used up after `times`. */
export interface AnswerFault {
  /** 'versions', 'credentials', 'locations', 'commands' …; '*': all. */
  module: string;
  method?: string;
  /** Requests it is for; null: all that follow. */
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
  /** Status of HTTP for 'http' and 'redirect', OCPI's for 'code', seconds for 'retry after'. */
  value?: number;
  location?: string;
}

/** How the local CPO behaves; its control port changes any of it at any time. */
export interface Switches {
  /** What its list names; it speaks 2.2.1 and 2.3.0. */
  versions: string[];
  /** Which encodings of tokens it understands, and which it uses itself. */
  encoding: {
    understands: ('base64' | 'raw')[];
    refusesWith: { status: number; code: number };
    sends: 'base64' | 'raw' | 'base64 with line feed';
  };
  faults: AnswerFault[];
  /**
   * Several parties behind it. A hub of 2.2.1 names itself in its roles, one that operates points as well beside those, and one of 2.3.0
   * names all parties in its roles and itself apart. Lists are of the party that is asked.
   */
  hub: 'none' | 'role' | 'role beside its own' | 'party';
  /** What its credentials claim instead of what `hub` says; null: nothing else. */
  claims: { roles: readonly { role: string; country_code: string; party_id: string }[]; hub_party_id?: string } | null;
  /** Modules missing in its version details. */
  withoutModules: string[];
  page: {
    size: number;
    links: 'good' | 'none' | 'inner host' | 'circular' | 'same offset' | 'endless' | 'other host by path';
    sendsTotal: boolean;
    isShrinking: boolean;
    hasBadObject: boolean;
  };
  /** A bare path below its own address, as some derive it from our versions URL instead of our version details. */
  push: {
    mode: 'off' | 'on' | 'late' | 'double' | 'reordered';
    delayMs: number;
    hasLastUpdated: boolean;
    /** Where our version details say, or what some make of our versions URL. */
    path: 'given' | 'receiver' | 'receiver without version';
  };
  /** Its clock is so much ahead of the true time. */
  clockSkewMs: number;
  start: {
    answer: 'ACCEPTED' | 'REJECTED' | 'NOT_SUPPORTED' | 'refused inside 2001' | 'http 404';
    /** The result that comes later; null: none ever comes. */
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
    /** What the station says later; null: it obeys and says nothing. Refusing, it charges on. */
    result: string | null;
    resultMs: number;
    /** So many stops at an EVSE are never heard of. */
    lostTimes: number;
  };
  session: {
    intervalMs: number;
    kwhPerInterval: number;
    /** The vehicle is full then. By default as much as any plug gives within a few seconds. */
    maxKwh: number;
    message: 'put' | 'patch' | 'patch with all periods' | 'patch of periods only';
    isInWh: boolean;
    /** It ends by itself; null: only when it is stopped. */
    endsAfterMs: number | null;
    /** From then on the vehicle asks for no power. */
    pausesAfterMs: number | null;
    /** The status of its EVSE is told as well. */
    reportsStatus: boolean;
    /** Two sessions follow one start. */
    isDoubled: boolean;
    /** Merged into every message. */
    more: Readonly<Record<string, unknown>>;
    without: readonly string[];
  };
  cdr: {
    /** Null: never. */
    delayMs: number | null;
    comesBeforeSessionEnds: boolean;
    isPushed: boolean;
    isDoubled: boolean;
    isChanged: boolean;
    isCredited: boolean;
    /** Of what the tariff would cost. */
    priceFactor: number;
    price: 'gross' | 'net only' | 'floor';
    signed: 'none' | 'ocmf' | 'plain' | 'fake';
    repeatsCreditFalse: boolean;
    /** An invoice of its own for the driver. */
    invoice: string | null;
    /** More than its session has told. */
    moreKwh: number;
  };
  /** 2.3.0: whether it has the payments module. */
  payments: { isOffered: boolean };
  /** What is different at single EVSEs, by their uid. */
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

/** How it behaves at one EVSE. */
export const switchesAt = (switches: Switches, evseUid: unknown): Switches =>
  changed(switches, switches.evses[String(evseUid)] ?? {});
