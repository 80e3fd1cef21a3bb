import type { Station, TranscriptEntry } from './station.ts';

/** So much of what was said is kept. */
const MAX_ENTRIES = 5000;

const ARROWS: Readonly<Record<TranscriptEntry['by'], string>> = { house: '←', station: '→' };

/** Keeps what was said, for whoever looks at it. */
export function note(station: Station, said: Omit<TranscriptEntry, 'at'>): void {
  const { said: all } = station.link;
  all.push({ at: station.clock.now().toISOString(), ...said });
  if (all.length > MAX_ENTRIES) all.splice(0, all.length - MAX_ENTRIES);
  const kind = said.kind === 'call' ? '' : ` ${said.kind}`;
  station.note(`${ARROWS[said.by]} ${said.action}${kind} ${JSON.stringify(said.payload)}`);
}
