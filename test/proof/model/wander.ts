import { createChance } from '../money/chance.ts';
import { createCode } from './code.ts';
import { type Exploration, type ExploreOptions, openStateSpace } from './explore.ts';
import { isSettled, violations } from './problems.ts';

const MAX_STEPS = 2000;
/** Names of steps that are chosen rarely, because they would end most orders early. */
const ENDS = /^CRASH|^page expires|gives/;

/**
 * Follows random sequences of steps, for state spaces that are too large for a complete search. After a random number of steps,
 * only steps with `isHelp` follow. An order that then does not end is reported as a problem.
 */
export async function wander(options: ExploreOptions & { walks: number; seed: string }): Promise<Exploration> {
  const beganAt = performance.now();
  const { first, future, problems, rowsOf, databases } = await openStateSpace(options);
  const code = createCode();
  const seen = new Set<string>();
  const found = new Map<string, readonly string[]>();
  let [steps, settled] = [0, 0];
  for (let n = 0; n < options.walks; n++) {
    const chance = createChance(`${options.seed} ${n}`);
    const patience = chance.between(20, 200);
    const path: string[] = [];
    let world = first;
    let isOver = false;
    while (!isOver && path.length < MAX_STEPS) {
      const here = code.write(world);
      seen.add(here);
      for (const what of [...violations(world, rowsOf(world)), ...problems.bugs])
        if (!found.has(what)) found.set(what, [...path]);
      const all = (await future.next(world)).filter(step => code.write(step.world) !== here);
      const some = path.length < patience ? all : all.filter(({ isHelp }) => isHelp);
      isOver = some.length === 0 || (path.length > patience && isSettled(world, rowsOf(world)));
      if (isOver) break;
      const usual = some.filter(({ name }) => !ENDS.test(name));
      const step = chance.one(usual.length > 0 && !chance.is(4) ? usual : some);
      path.push(step.name);
      world = step.world;
      steps++;
    }
    if (isSettled(world, rowsOf(world))) settled++;
    else if (!found.has('no way to an end')) found.set('no way to an end', path);
  }
  return {
    states: seen.size,
    steps,
    taken: future.taken(),
    databases: databases(),
    settled,
    found,
    isWhole: false,
    seconds: (performance.now() - beganAt) / 1000,
  };
}
