import type { Clock } from '../../core/ports/ports.ts';
import { type Breaker, createBreaker, RESTING } from './breaker.ts';
import { failureFacts } from './failure.ts';
import { createFetch } from './request.ts';
import { readMetadata, readSearch, type UpstreamMetadata, type UpstreamSession } from './wire.ts';

export interface UpstreamAddress {
  /** URL of the external service without a trailing slash. */
  baseUrl: string;
  metadataPath: string;
  /** Sent as a bearer token. Null: requests are not authenticated. */
  token: string | null;
}

/** Query parameters of the search, named as in the external service. */
export interface UpstreamQuery {
  clientUuid: string;
  country: string;
  date: string;
  price: string;
  lastDigits: string;
}

export interface Calls {
  sessions(request: { query: UpstreamQuery; signal: AbortSignal }): Promise<readonly UpstreamSession[]>;
  metadata(request: { uuid: string }): Promise<UpstreamMetadata>;
  /** Returns the state of each call, for /status. */
  health(): Readonly<Record<CallName, { isDown: boolean; lastError: string | null }>>;
}

type CallName = 'search' | 'metadata';
type Note = (event: string, facts: Readonly<Record<string, string>>) => void;

const MIB = 1_048_576;

/**
 * Creates the two calls to the external service that docs/contracts/upstream.md describes. A failing call throws UpstreamFailure
 * within five seconds and is logged.
 */
export function createCalls({ address, clock, note }: { address: UpstreamAddress; clock: Clock; note: Note }): Calls {
  const lines: Readonly<Record<CallName, { breaker: Breaker; lastError: string | null }>> = {
    search: { breaker: createBreaker({ clock }), lastError: null },
    metadata: { breaker: createBreaker({ clock }), lastError: null },
  };
  const headers = { accept: 'application/json', ...(address.token ? { authorization: `Bearer ${address.token}` } : {}) };
  const fetchBytes = createFetch(MIB);
  const urlOf = (path: string, query: object) => new URL(`${address.baseUrl}${path}?${new URLSearchParams({ ...query })}`);

  async function call<T>(name: CallName, work: () => Promise<T>): Promise<T> {
    const line = lines[name];
    try {
      const answer = await line.breaker.run(work);
      line.lastError = null;
      return answer;
    } catch (error) {
      const { kind, answered } = failureFacts(error);
      if (kind !== RESTING) line.lastError = `${kind}: ${answered}`;
      note('upstream request failed', { call: name, kind, answered });
      throw error;
    }
  }

  return {
    sessions: ({ query, signal }) =>
      call('search', async () => readSearch(await fetchBytes({ url: urlOf('/adhoc/sessions', query), headers, signal }))),
    metadata: ({ uuid }) =>
      call('metadata', async () => readMetadata(await fetchBytes({ url: urlOf(address.metadataPath, { uuid }), headers }))),
    health: () => ({
      search: { isDown: lines.search.breaker.isOpen(), lastError: lines.search.lastError },
      metadata: { isDown: lines.metadata.breaker.isOpen(), lastError: lines.metadata.lastError },
    }),
  };
}
