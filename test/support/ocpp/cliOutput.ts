import type { Station, TranscriptEntry } from './station.ts';

/** Maximum number of messages in the transcript of a station. The oldest ones are removed. */
const MAX_ENTRIES = 5000;

const ARROWS: Readonly<Record<TranscriptEntry['by'], string>> = { house: '←', station: '→' };

/** Adds a message to the transcript of the station and prints it. */
export function note(station: Station, output: Omit<TranscriptEntry, 'at'>): void {
  const { output: all } = station.link;
  all.push({ at: station.clock.now().toISOString(), ...output });
  if (all.length > MAX_ENTRIES) all.splice(0, all.length - MAX_ENTRIES);
  const kind = output.kind === 'call' ? '' : ` ${output.kind}`;
  station.note(`${ARROWS[output.by]} ${output.action}${kind} ${JSON.stringify(output.payload)}`);
}
