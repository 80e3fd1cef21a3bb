import type { Clock } from '../../operator/ports.ts';
import type { Places } from './kept/places.ts';
import type { Starts } from './kept/starts.ts';
import { CDR } from './messages/cdr.ts';
import { readMessage } from './messages/message.ts';
import { SESSION } from './messages/session.ts';
import type { Peers, Way } from './peers.ts';
import type { PeerClient } from './transport/client.ts';
import { pullPages } from './transport/pages.ts';

interface PullsDependencies {
  client: PeerClient;
  clock: Clock;
  peers: Peers;
  places: Places;
  starts: Starts;
  note(event: string, facts: Readonly<Record<string, string | number | boolean | null>>): void;
}

const LOOK_BACK_MS = 10 * 60_000;
const OVERLAP_MS = 5 * 60_000;

export type Pulls = ReturnType<typeof createPulls>;

/** What is asked of a CPO: the whole catalogue, and the sessions and CDRs of starts that are not over. */
export function createPulls({ client, clock, peers, places, starts, note }: PullsDependencies) {
  const signal = new AbortController().signal;

  const pull = async (id: string, way: Way, ask: { dateFrom?: Date; handle(item: unknown): Promise<unknown> }) => {
    const { version: _, ...peer } = way;
    const end = await pullPages({
      client,
      clock,
      peer,
      signal,
      ...(ask.dateFrom ? { dateFrom: ask.dateFrom } : {}),
      async handle(items) {
        for (const item of items) await ask.handle(item);
      },
    });
    note('ocpi pulled', { connection: id, module: way.module, received: end.received, clean: end.isClean, fault: end.fault });
    return end;
  };

  const sinceOldest = async (id: string): Promise<Date | null> => {
    const asked = (await starts.open())
      .filter(({ connectionId }) => connectionId === id)
      .map(({ askedAt }) => Date.parse(askedAt));
    return asked.length === 0 ? null : new Date(Math.min(...asked) - LOOK_BACK_MS);
  };

  return {
    /** Tariffs before the locations that name them. False: the peer could not be asked. */
    async catalogue(id: string): Promise<boolean> {
      const tariffs = await peers.way(id, 'tariffs', 'SENDER');
      const locations = await peers.way(id, 'locations', 'SENDER');
      if (!tariffs || !locations) return false;
      const { version } = locations;
      await pull(id, tariffs, { handle: raw => places.takeTariff({ connectionId: id, raw, version }) });
      const end = await pull(id, locations, { handle: raw => places.take({ connectionId: id, raw, version }) });
      return end.isClean;
    },
    /** Sessions and CDRs since the oldest start that is not over. False: the peer did not answer. */
    async sessions(id: string): Promise<boolean> {
      const dateFrom = await sinceOldest(id);
      if (!dateFrom) return true;
      const sessions = await peers.way(id, 'sessions', 'SENDER');
      if (!sessions) return false;
      const end = await pull(id, sessions, {
        dateFrom,
        async handle(message) {
          const reading = readMessage({ schema: SESSION, message, version: sessions.version });
          if (reading.isValid) await starts.takeSession(id, reading.value);
        },
      });
      const cdrs = await peers.way(id, 'cdrs', 'SENDER');
      if (cdrs)
        await pull(id, cdrs, {
          dateFrom: new Date(dateFrom.getTime() - OVERLAP_MS),
          async handle(raw) {
            const reading = readMessage({ schema: CDR, message: raw, version: cdrs.version });
            await starts.addCdr({ connectionId: id, raw, reading: reading.isValid ? reading : { faults: reading.faults } });
          },
        });
      return end.isClean;
    },
  };
}
