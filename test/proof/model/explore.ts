import { createCode, createNames } from './code.ts';
import { openJobs } from './jobs.ts';
import { createFuture, type Future, type Limits } from './next.ts';
import { createProblems, isSettled, type Problems, violations } from './problems.ts';
import type { Rows } from './rows.ts';
import { firstStuck } from './stuck.ts';
import type { Budget, Rules, World } from './world.ts';

export interface Exploration {
  states: number;
  steps: number;
  /** Number of different steps of the app's functions that were executed. Repeated steps come from a cache. */
  taken: number;
  databases: number;
  settled: number;
  /** The problems found, each with the shortest sequence of steps to it. */
  found: ReadonlyMap<string, readonly string[]>;
  /** True if all reachable states were visited before a limit was reached. */
  isWhole: boolean;
  seconds: number;
}

export interface ExploreOptions {
  rules?: Partial<Rules>;
  left?: Partial<Budget>;
  limits?: Partial<Limits>;
  /** True: ends at the first problem. Used for runs with a rule switched off, in which a problem is expected. */
  isOverAtFirst?: boolean;
  limit?: number;
  seconds?: number;
}

/**
 * Visits all states that one order can reach, breadth first. Checks each state, and checks that the order can still end from
 * there.
 */
export async function explore(options: ExploreOptions): Promise<Exploration> {
  const beganAt = performance.now();
  const maxStates = options.limit ?? Number.POSITIVE_INFINITY;
  const endsAt = beganAt + (options.seconds ?? 3600) * 1000;
  const { first, future, problems, rowsOf, databases } = await openStateSpace(options);
  const code = createCode();

  const ids = new Map<string, number>([[code.write(first), 0]]);
  const keys = [code.write(first)];
  const parents: number[] = [-1];
  const names = createNames();
  const byName: number[] = [names.idOf('')];
  // Pairs (from, to) of states that a step with `isHelp` connects, as a flat list. Used to search backwards from the settled
  // states.
  const helps: number[] = [];
  const settled: number[] = [];
  const found = new Map<string, string[]>();
  const pathTo = (id: number): string[] => {
    const path: string[] = [];
    for (let at = id; at > 0; at = parents[at] ?? 0) path.unshift(names.nameOf(byName[at] ?? 0));
    return path;
  };
  let steps = 0;
  let at = 0;
  for (; at < keys.length && keys.length < maxStates && performance.now() < endsAt; at++) {
    const world = code.read(keys[at] ?? '');
    const rows = rowsOf(world);
    for (const what of violations(world, rows)) if (!found.has(what)) found.set(what, pathTo(at));
    if (isSettled(world, rows)) settled.push(at);
    for (const step of await future.next(world)) {
      steps++;
      const key = code.write(step.world);
      let id = ids.get(key);
      if (id === undefined) {
        id = keys.push(key) - 1;
        ids.set(key, id);
        parents.push(at);
        byName.push(names.idOf(step.name));
      }
      if (step.isHelp && id !== at) helps.push(at, id);
    }
    for (const bug of problems.bugs) if (!found.has(bug)) found.set(bug, pathTo(at));
    if (options.isOverAtFirst && found.size > 0) break;
  }
  const isWhole = at === keys.length;
  if (isWhole) {
    const stuck = firstStuck(keys.length, helps, settled);
    if (stuck !== null) found.set('no way to an end', pathTo(stuck));
  }
  const seconds = (performance.now() - beganAt) / 1000;
  return {
    states: keys.length,
    steps,
    taken: future.taken(),
    databases: databases(),
    settled: settled.length,
    found,
    isWhole,
    seconds,
  };
}

const ALL_RULES: Rules = { tombstone: true, definiteAnswers: true, closedPages: true, ownKeys: true, lastingHolds: true };
const NOTHING: Budget = {
  clicks: 2,
  others: 0,
  cancelOrder: 0,
  cancelStart: 1,
  stop: 1,
  faults: 0,
  crashes: 0,
  refusals: 0,
  lastMoments: 0,
  shortHolds: 0,
};

export interface StateSpace {
  first: World;
  future: Future;
  problems: Problems;
  rowsOf(world: World): Rows;
  databases(): number;
}

/** Creates the initial state (`World`) and the function that lists the possible next steps of a state. */
export async function openStateSpace(request: Pick<ExploreOptions, 'rules' | 'left' | 'limits'>): Promise<StateSpace> {
  const rules = { ...ALL_RULES, ...request.rules };
  const jobs = await openJobs({ definiteAnswers: !rules.definiteAnswers, ownKeys: !rules.ownKeys });
  const problems = createProblems(jobs.bugs);
  return {
    first: {
      database: jobs.empty,
      pages: [],
      spent: {},
      flights: [],
      ghosts: [],
      left: { ...NOTHING, ...request.left },
      station: { state: 'idle', hasTombstone: false, wh: 0 },
    },
    future: createFuture({ jobs, rules, problems, limits: { flights: 1, ghosts: 2, ...request.limits } }),
    problems,
    rowsOf: world => jobs.cleanUp.rows(world.database),
    databases: jobs.cleanUp.count,
  };
}
