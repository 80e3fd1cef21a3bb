import type { Clock } from '../../../server/core/ports/ports.ts';
import { createManualClock, type ManualClock } from '../clock.ts';
import { createObjects, type JsonObject } from './objects.ts';
import { type CpoVersion, SWITCHES, type Switches } from './switches.ts';

/** Somebody the CPO is connected with: us. */
export interface Peer {
  /** What the peer sends, and what is sent to it. */
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

/** What the CPO has sent by itself, and what came back. */
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
  /** Opens registration to whoever has it; null once used. */
  invitation: string | null;
  peer: Peer | null;
  locations: JsonObject[];
  tariffs: JsonObject[];
  sessions: JsonObject[];
  cdrs: JsonObject[];
  /** Where each session's result goes, and whether it is to stop. */
  running: Map<string, { stop(): void; evseUid: string }>;
  seen: SeenRequest[];
  sent: SentRequest[];
  /** Requests to us that are not answered yet. */
  inProgress: number;
  /** Stops that came to each EVSE. */
  stops: Map<string, number>;
  /** Sessions whose vehicle asks for no power. */
  paused: Set<string>;
  clock: Clock;
  /** The same where a test turns it. */
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
/** Where it is a hub: itself, and another party behind it. */
export const HUB_PARTY = { country_code: 'DE', party_id: 'HUB' } as const;
export const OTHER_PARTY = { country_code: 'NL', party_id: 'TWO' } as const;

const REAL: Clock = {
  now: () => new Date(),
  sleepUntil: at => new Promise(resolve => setTimeout(resolve, at.getTime() - Date.now())),
};

/** From now on time stands still until it is let pass; whatever is sent meanwhile is answered first. */
export function standStill(state: CpoState, startsAt: string): void {
  state.turned = createManualClock(startsAt, () => state.inProgress > 0);
  state.clock = state.turned;
}

const NEVER = new AbortController().signal;

export const wait = ({ clock }: CpoState, ms: number): Promise<void> =>
  clock.sleepUntil(new Date(clock.now().getTime() + ms), NEVER);

/** As its clock says, which may be wrong. */
export const timeOf = ({ clock, switches }: CpoState): string =>
  new Date(clock.now().getTime() + switches.clockSkewMs).toISOString();
