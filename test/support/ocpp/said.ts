import type { Said, Station } from './station.ts';

/** So much of what was said is kept. */
const KEPT = 5000;

const ARROWS: Readonly<Record<Said['by'], string>> = { house: '←', station: '→' };

/** Keeps what was said, for whoever looks at it. */
export function note(station: Station, said: Omit<Said, 'at'>): void {
  const { said: all } = station.link;
  all.push({ at: station.clock.now().toISOString(), ...said });
  if (all.length > KEPT) all.splice(0, all.length - KEPT);
  const kind = said.kind === 'call' ? '' : ` ${said.kind}`;
  station.note(`${ARROWS[said.by]} ${said.action}${kind} ${JSON.stringify(said.payload)}`);
}
