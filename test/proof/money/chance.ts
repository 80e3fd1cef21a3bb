/** A random number generator that can be repeated: the same seed gives the same sequence. */
export interface Chance {
  /** Returns a number from 0 (included) to 1 (excluded). */
  roll(): number;
  /** Returns true with the given probability in percent. */
  is(percent: number): boolean;
  between(from: number, to: number): number;
  one<T>(of: readonly T[]): T;
  /** Returns an independent generator for the part of the proof with this name. */
  for(name: string): Chance;
}

export function createChance(seed: string): Chance {
  let state = hashOf(seed);
  const roll = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    roll,
    is: percent => roll() * 100 < percent,
    between: (from, to) => from + roll() * (to - from),
    one: of => of[Math.floor(roll() * of.length)] as (typeof of)[number],
    for: name => createChance(`${seed} ${name}`),
  };
}

function hashOf(text: string): number {
  let hash = 2_166_136_261;
  for (const email of text) hash = Math.imul(hash ^ (email.codePointAt(0) ?? 0), 16_777_619);
  return hash | 0;
}
