import type { Clock } from '../../../server/core/ports/ports.ts';
import { createManualClock, type ManualClock } from '../clock.ts';
import { createObjects, type JsonObject } from './objects.ts';
import { type CpoVersion, SWITCHES, type Switches } from './switches.ts';

/** The app, as the CPO has registered it. */
export interface Peer {
  /** Token in requests from the app. `ourToken`: token in requests from the CPO. */
  theirToken: string;
  ourToken: string;
  version: CpoVersion;
  endpoints: readonly { identifier: string; role: string; url: string }[];
  roles: readonly JsonObject[];
}

export interface SeenRequest {
  method: string;
  path: string;
  query: Readonly<Record<string, unknown>>;
  headers: Readonly<Record<string, unknown>>;
  body: unknown;
}

/** A request that the CPO has sent, with its response. Status null: no response arrived. */
export interface SentRequest {
  method: string;
  url: string;
  body: unknown;
  status: number | null;
  answer: unknown;
}

export interface CpoState {
  /** Base URL of the CPO, http://127.0.0.1:port. */
  origin: string;
  switches: Switches;
  /** Token with which the app can register once; null before `invite` and after use. */
  invitation: string | null;
  peer: Peer | null;
  locations: JsonObject[];
  tariffs: JsonObject[];
  sessions: JsonObject[];
  cdrs: JsonObject[];
  /** The running sessions by session id. `stop` ends the session. */
  running: Map<string, { stop(): void; evseUid: string }>;
  seen: SeenRequest[];
  sent: SentRequest[];
  /** Number of requests to the app that have no response yet. */
  inProgress: number;
  /** Number of received stop requests per EVSE uid. */
  stops: Map<string, number>;
  /** Ids of sessions whose vehicle draws no power. */
  paused: Set<string>;
  clock: Clock;
  /** The manual clock since `standStill`; null before, while the clock is real. */
  turned: ManualClock | null;
}

export const createState = (): CpoState => ({
  origin: '',
  switches: structuredClone(SWITCHES),
  invitation: null,
  peer: null,
  ...createObjects(),
  sessions: [],
  cdrs: [],
  running: new Map(),
  seen: [],
  sent: [],
  inProgress: 0,
  stops: new Map(),
  paused: new Set(),
  clock: REAL,
  turned: null,
});

export const CPO_PARTY = { country_code: 'DE', party_id: 'CPO' } as const;
/** The hub's own party, used if the CPO acts as a hub. `OTHER_PARTY` is a second party that the hub represents. */
export const HUB_PARTY = { country_code: 'DE', party_id: 'HUB' } as const;
export const OTHER_PARTY = { country_code: 'NL', party_id: 'TWO' } as const;

const REAL: Clock = {
  now: () => new Date(),
  sleepUntil: at => new Promise(resolve => setTimeout(resolve, at.getTime() - Date.now())),
};

/** Replaces the real clock by a manual one. Its `pass` waits until all requests to the app have a response. */
export function standStill(state: CpoState, startsAt: string): void {
  state.turned = createManualClock(startsAt, () => state.inProgress > 0);
  state.clock = state.turned;
}

const NEVER = new AbortController().signal;

export const wait = ({ clock }: CpoState, ms: number): Promise<void> =>
  clock.sleepUntil(new Date(clock.now().getTime() + ms), NEVER);

/** Returns the current time of the CPO's clock, which the switch `clockSkewMs` can make wrong. */
export const timeOf = ({ clock, switches }: CpoState): string =>
  new Date(clock.now().getTime() + switches.clockSkewMs).toISOString();
