import { join } from 'node:path';
import { openControlled } from '../controlled.ts';
import type { JsonObject } from './objects.ts';
import type { StartBody } from './sessions.ts';
import type { Peer, SeenRequest, SentRequest } from './state.ts';
import type { CpoVersion, Switches } from './switches.ts';

type Changes = { [Name in keyof Switches]?: Switches[Name] extends unknown[] ? Switches[Name] : Partial<Switches[Name]> };

interface SeenState {
  seen: SeenRequest[];
  sent: SentRequest[];
  sessions: JsonObject[];
  cdrs: JsonObject[];
  peer: Peer | null;
}

/** A simulated CPO in a separate process. Tests control it through its control port. */
export interface LocalCpo {
  versionsUrl: string;
  /** Returns the URL of one of the CPO's OCPI modules, for example 'locations'. */
  endpoint(version: CpoVersion, module: string): string;
  set(switches: Changes): Promise<void>;
  /** Issues a registration token for the app. The CPO forgets its current connection to the app. */
  invite(token: string): Promise<void>;
  /** Replaces the lists of the CPO by these objects. A number: generates that many objects. */
  fill(objects: { locations?: number | readonly JsonObject[]; tariffs?: number | readonly JsonObject[] }): Promise<void>;
  /**
   * Changes `last_updated` of the first `count` locations. The first location gets the given time, each further one a time that
   * is `everyMs` earlier.
   */
  renew(request: { count: number; everyMs: number; last_updated: string }): Promise<void>;
  /** Makes the CPO begin the handshake with the app. */
  register(request: { url: string; token: string; version: CpoVersion; method?: 'POST' | 'PUT' }): Promise<JsonObject>;
  push(request: { module: string; method: string; path: string; body?: unknown }): Promise<SentRequest>;
  /** Begins a session that the app has not started. */
  begin(start: StartBody): Promise<JsonObject>;
  /** Stops the clock of the CPO. From then on, only `pass` advances it. */
  standStill(at: Date): Promise<void>;
  pass(ms: number): Promise<void>;
  state(): Promise<SeenState>;
  close(): Promise<void>;
}

export async function openLocalCpo(): Promise<LocalCpo> {
  const { hello, request, close } = await openControlled(join(import.meta.dirname, 'localCpoMain.ts'));
  const { origin } = hello;
  return {
    versionsUrl: `${origin}/ocpi/versions`,
    endpoint: (version, module) => `${origin}/ocpi/${version}/${module}`,
    set: async switches => void (await request('PUT', '/switches', switches)),
    invite: async token => void (await request('PUT', '/invitation', { token })),
    fill: async objects => void (await request('PUT', '/objects', objects)),
    renew: async renewal => void (await request('PUT', '/renewals', renewal)),
    register: async registration => (await request('POST', '/register', registration)) as JsonObject,
    push: async message => (await request('POST', '/push', message)) as SentRequest,
    begin: async start => (await request('POST', '/session', start)) as JsonObject,
    standStill: async at => void (await request('PUT', '/clock', { at: at.toISOString() })),
    pass: async ms => void (await request('POST', '/pass', { ms })),
    state: async () => (await request('GET', '/state')) as SeenState,
    close,
  };
}
