import type { Clock } from '../../../server/core/ports/ports.ts';
import { createManualClock, type ManualClock } from '../clock.ts';
import { createObjects, type JsonObject } from './objects.ts';
import { type CpoVersion, SWITCHES, type Switches } from './switches.ts';

/** The peer of the CPO, which is our system. */
export interface Peer {
  /** `theirToken`: the token in requests of the peer. `ourToken`: the token in requests of the CPO. */
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

/** A request that the CPO sent, with the response. Status null: no response arrived. */
export interface SentRequest {
  method: string;
  url: string;
  body: unknown;
  status: number | null;
  answer: unknown;
}

export interface CpoState {
  /** http://127.0.0.1:port */
  origin: string;
  switches: Switches;
  /** Token that allows one registration; null after use. */
  invitation: string | null;
  peer: Peer | null;
  locations: JsonObject[];
  tariffs: JsonObject[];
  sessions: JsonObject[];
  cdrs: JsonObject[];
  /** The running sessions by id, with a function that stops the session. */
  running: Map<string, { stop(): void; evseUid: string }>;
  seen: SeenRequest[];
  sent: SentRequest[];
  /** Number of requests to our system without a response yet. */
  inProgress: number;
  /** Number of stop requests per EVSE uid. */
  stops: Map<string, number>;
  /** Ids of sessions whose vehicle draws no power. */
  paused: Set<string>;
  clock: Clock;
  /** The manual clock, after `standStill`. */
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
/** Parties if the CPO acts as a hub: the hub itself, and a second party behind the hub. */
export const HUB_PARTY = { country_code: 'DE', party_id: 'HUB' } as const;
export const OTHER_PARTY = { country_code: 'NL', party_id: 'TWO' } as const;

const REAL: Clock = {
  now: () => new Date(),
  sleepUntil: at => new Promise(resolve => setTimeout(resolve, at.getTime() - Date.now())),
};

/** Replaces the real clock by a manual one. `pass` waits until all requests to our system are answered. */
export function standStill(state: CpoState, startsAt: string): void {
  state.turned = createManualClock(startsAt, () => state.inProgress > 0);
  state.clock = state.turned;
}

const NEVER = new AbortController().signal;

export const wait = ({ clock }: CpoState, ms: number): Promise<void> =>
  clock.sleepUntil(new Date(clock.now().getTime() + ms), NEVER);

/** Current time of the CPO's clock, which may be wrong (`clockSkewMs`). */
export const timeOf = ({ clock, switches }: CpoState): string =>
  new Date(clock.now().getTime() + switches.clockSkewMs).toISOString();
