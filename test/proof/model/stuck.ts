/**
 * Searches backwards from the settled states.
 * @returns the first state from which no sequence of steps in `helps` leads to a settled state; null if every state can settle
 */
export function firstStuck(states: number, helps: readonly number[], settled: readonly number[]): number | null {
  const starts = new Uint32Array(states + 1);
  for (let n = 1; n < helps.length; n += 2) starts[(helps[n] ?? 0) + 1] = (starts[(helps[n] ?? 0) + 1] ?? 0) + 1;
  for (let n = 1; n <= states; n++) starts[n] = (starts[n] ?? 0) + (starts[n - 1] ?? 0);
  const filled = starts.slice();
  const from = new Uint32Array(helps.length / 2);
  for (let n = 0; n < helps.length; n += 2) {
    const to = helps[n + 1] ?? 0;
    const index = filled[to] ?? 0;
    from[index] = helps[n] ?? 0;
    filled[to] = index + 1;
  }
  const canEnd = new Uint8Array(states);
  const open = [...settled];
  for (const id of open) canEnd[id] = 1;
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (let n = starts[id] ?? 0; n < (starts[id + 1] ?? 0); n++) {
      const before = from[n] ?? 0;
      if (canEnd[before] === 1) continue;
      canEnd[before] = 1;
      open.push(before);
    }
  }
  const stuck = canEnd.indexOf(0);
  return stuck < 0 ? null : stuck;
}
