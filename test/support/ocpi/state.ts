import type { Server } from 'node:http';
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
  running: Map<string, { stop(): void }>;
  seen: SeenRequest[];
  sent: SentRequest[];
  server: Server | null;
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
  server: null,
});

export const CPO_PARTY = { country_code: 'DE', party_id: 'CPO' } as const;

export const wait = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));
