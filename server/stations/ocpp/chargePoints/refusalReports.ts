import type { RefusalListener } from '../../../core/ports/stationPort.ts';
import { countRefusals, type Refusals, refusalInWords } from './refusals.ts';
import type { Registry, StationRecord } from './registry.ts';

interface ReportDependencies {
  registry: Pick<Registry, 'noteRefused' | 'change'>;
  listener(): Partial<RefusalListener>;
  now(): Date;
  /** Writes one line to the log. */
  note(event: string, facts: Readonly<Record<string, string | number>>): void;
  writeEveryMs?: number;
}

/** Stores and logs refused handshakes, and alerts staff if a registered station is refused too often. */
export function reportRefusals({ registry, listener, now, note, ...timing }: ReportDependencies): {
  refusals: Refusals;
  /** Called when a station has connected. Clears its refused handshakes. `known` is the station's stored record. */
  endRefusals(station: string, known: StationRecord | null): Promise<void>;
} {
  const refusals = countRefusals({
    now,
    ...timing,
    async write(counts, named) {
      // The identity of a station that was not added is text from a stranger. The log leaves this text out, and `station list`
      // shows it.
      for (const [station, { reason, count }] of counts)
        note('ocpp handshakes rejected', { ...(named.has(station) ? { station } : {}), reason, count });
      for (const { station, refused } of await registry.noteRefused(counts))
        await listener().reportRefusals?.({ station, since: new Date(refused.firstAt), reason: refusalInWords(refused) });
    },
  });
  return {
    refusals,
    async endRefusals(station, known) {
      refusals.forget(station);
      if (!known?.refused) return;
      await registry.change(station, { refused: null });
      await listener().endRefusals?.({ station });
    },
  };
}
