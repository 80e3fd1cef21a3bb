import { ProviderFailed, ProviderUnavailable } from '../../../server/core/ports/ports.ts';
import { beginnings } from './beginnings.ts';
import type { Jobs } from './jobs.ts';
import type { Answer, Call, Entry } from './player.ts';
import type { Problems } from './problems.ts';
import { simpler } from './simpler.ts';
import { BILLS } from './station.ts';
import { arrive, type Flight, type Rules, type World, withPage, withStation } from './world.ts';

/**
 * A possible next event. `isHelp`: true if the event can happen without further faults, so that it leads towards the end of the
 * order.
 */
export interface Step {
  name: string;
  world: World;
  isHelp: boolean;
}

export interface Limits {
  /** Maximum number of the app's functions that run concurrently. */
  flights: number;
  ghosts: number;
}

export interface Future {
  /** Lists all events that are possible next. */
  next(world: World): Promise<Step[]>;
  /** Returns the number of different steps of the app's functions that were executed. Repeated steps come from a cache. */
  taken(): number;
}

interface FutureOptions {
  jobs: Jobs;
  rules: Rules;
  limits: Limits;
  problems: Problems;
}

type Where = Pick<Flight, 'log' | 'call'>;
interface Went {
  database: number;
  /** The point at which the running function pauses; null if the function has ended. */
  where: Where | null;
  /** URL of the payment page that the running function has shown to a visitor; null if it has shown none. */
  shown: string | null;
}

export function createFuture({ jobs, rules, limits, problems }: FutureOptions): Future {
  const logs: (readonly Entry[])[] = [[]];
  const logIds = new Map<string, number>();
  const went = new Map<string, Went>();
  const appendLog = (from: number, added: readonly Entry[]): number => {
    if (added.length === 0) return from;
    const key = `${from} ${JSON.stringify(added, (_, value) => (typeof value === 'bigint' ? Number(value) : textOf(value)))}`;
    const id = logIds.get(key) ?? logs.push([...(logs[from] ?? []), ...added]) - 1;
    logIds.set(key, id);
    return id;
  };

  const go = async (database: number, { job, log, call, answer }: Flight): Promise<Went> => {
    const seed = JSON.stringify(job.do === 'click' ? job.limitMinor : job);
    const key = `${database} ${log} ${JSON.stringify(job)} ${JSON.stringify(answer)}`;
    const known = went.get(key);
    if (known) return known;
    const learned: readonly Entry[] = answer && call ? [{ answer: answerTo(call, answer) }] : [];
    const from = appendLog(log, learned);
    const { database: after, added, pause } = await jobs.step(job, { database, log: logs[from] ?? [], seed });
    const isChanged = !jobs.cleanUp.isAlike(database, after);
    const where = (): Where | null => {
      if (pause.kind === 'database') return { log: appendLog(from, added), call: null };
      if (pause.kind === 'call') return { log: appendLog(from, added), call: pause.call };
      return null;
    };
    if (pause.kind === 'error') problems.check(pause.error, job.do);
    const fresh = {
      database: isChanged ? after : database,
      where: where(),
      shown: pause.kind === 'end' ? urlOf(pause.value) : null,
    };
    went.set(key, fresh);
    return fresh;
  };

  const goesOn = async (world: World, n: number): Promise<World> => {
    const flight = world.flights[n] as Flight;
    const { database, where, shown } = await go(world.database, flight);
    const others = world.flights.toSpliced(n, 1);
    const flights = where ? [...others, { job: flight.job, ...where, answer: null }] : others;
    const ref = shown?.replace('https://pay.example/', '') ?? '';
    const after = {
      ...world,
      flights: sorted(flights),
      database: flights.length === 0 ? jobs.cleanUp.renumbered(database) : database,
    };
    return withPage(after, ref, { isShown: true });
  };
  const plain = (step: Step): Step => ({ ...step, world: simpler(step.world, jobs.cleanUp.rows(step.world.database)) });

  return {
    taken: () => went.size,
    async next(world) {
      const steps: Step[] = [...outside(world), ...onTheWire(world, rules), ...crash(world, limits)];
      for (const [n, { job, call, answer }] of world.flights.entries()) {
        if (call && !answer) steps.push(...answers(world, n, { rules, limits }));
        else steps.push({ name: `${job.do} goes on`, world: await goesOn(world, n), isHelp: true });
      }
      if (world.flights.length >= limits.flights) return steps.map(plain);
      for (const { name, job, left, isHelp } of beginnings(world, { rows: jobs.cleanUp.rows(world.database), rules })) {
        const flights = [...world.flights, { job, log: 0, call: null, answer: null }];
        const started = { ...world, left: { ...world.left, ...left }, flights };
        steps.push({ name, world: await goesOn(started, flights.length - 1), isHelp });
      }
      return steps.map(plain);
    },
  };
}

const textOf = (value: unknown): unknown => (value instanceof Error ? value.name : value);
const sorted = <T>(list: readonly T[]): readonly T[] =>
  list.length < 2 ? list : [...list].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

const urlOf = (value: unknown): string | null => {
  const url = (value as { url?: unknown } | undefined)?.url;
  return typeof url === 'string' ? url : null;
};

/**
 * Converts a fault of a call to what the app receives: an error from the payment provider, `unknown` from the station, or null
 * if the call only reads.
 */
function answerTo({ to, step }: Call, answer: NonNullable<Flight['answer']>): Answer {
  if (answer !== 'silence' && answer !== 'error') return answer;
  if (to === 'payments') return { error: answer === 'error' ? new ProviderFailed('error') : new ProviderUnavailable('silence') };
  return { value: step === 'read' ? null : 'unknown' };
}

/** Returns the possible steps for a pending call: its response, and each fault. */
function answers(world: World, n: number, { rules, limits }: { rules: Rules; limits: Limits }): Step[] {
  const flight = world.flights[n] as Flight;
  const call = flight.call as Call;
  const withAnswer = (from: World, answer: Flight['answer']): World => ({
    ...from,
    flights: sorted(from.flights.with(n, { ...flight, answer })),
  });
  const { world: after, answer } = arrive(world, call, rules);
  const steps: Step[] = [{ name: `${call.step} answered`, world: withAnswer(after, answer), isHelp: true }];
  const spend = (from: World, what: 'faults' | 'refusals'): World => ({
    ...from,
    left: { ...from.left, [what]: from.left[what] - 1 },
  });
  const trouble = (name: string, from: World, what: 'faults' | 'refusals', instead: Flight['answer']) => {
    if (world.left[what] > 0)
      steps.push({ name: `${call.step} ${name}`, world: withAnswer(spend(from, what), instead), isHelp: false });
  };
  trouble('acts, answer lost', after, 'faults', 'silence');
  if (call.step === 'read') return steps;
  if (call.to === 'payments' && world.spent[String(call.request.key)] === undefined)
    trouble('refused', { ...world, spent: { ...world.spent, [String(call.request.key)]: 'error' } }, 'faults', 'error');
  if (world.ghosts.length < limits.ghosts)
    trouble('no longer waited for', { ...world, ghosts: sorted([...world.ghosts, call]) }, 'faults', 'silence');
  if (call.step === 'start' && world.station.state === 'idle')
    trouble('refused for now', world, 'refusals', { value: 'refused' });
  return steps;
}

function outside(world: World): Step[] {
  const steps: Step[] = [];
  const help = (name: string, after: World) => steps.push({ name, world: after, isHelp: true });
  for (const { ref, state, isShown } of world.pages) {
    if (state === 'open' && isShown) help('visitor pays', withPage(world, ref, { state: 'authorised' }));
    if (state === 'open' && isShown && world.left.shortHolds > 0) {
      const left = { ...world.left, shortHolds: world.left.shortHolds - 1 };
      const after = withPage({ ...world, left }, ref, { state: 'authorised', isShort: true });
      steps.push({ name: 'visitor pays with a hold that lapses soon', world: after, isHelp: false });
    }
    if (state === 'open') help('page expires', withPage(world, ref, { state: 'expired' }));
    // The driver may pay at the last moment: after a function has received the response that the page is closed, but before it
    // has stored this.
    if (state === 'expired' && isShown && world.left.lastMoments > 0) {
      const left = { ...world.left, lastMoments: world.left.lastMoments - 1 };
      const after = withPage({ ...world, left }, ref, { state: 'authorised' });
      steps.push({ name: 'payment comes through in the last moment', world: after, isHelp: false });
    }
  }
  const { state } = world.station;
  if (state === 'armed')
    for (const { wh, minor } of BILLS) help(`vehicle plugged in, bill ${minor}`, withStation(world, { state: 'charging', wh }));
  if (state === 'charging') help('vehicle is full', withStation(world, { state: 'ended' }));
  if (state === 'ended') help('last meter value', withStation(world, { state: 'final' }));
  return steps;
}

function onTheWire(world: World, rules: Rules): Step[] {
  return world.ghosts.flatMap((call, n) => {
    const without = { ...world, ghosts: world.ghosts.toSpliced(n, 1) };
    return [
      { name: `late ${call.step} arrives`, world: arrive(without, call, rules).world, isHelp: true },
      { name: `late ${call.step} never arrives`, world: without, isHelp: true },
    ];
  });
}

/**
 * Returns the step in which the process dies. Its running functions are lost, but calls that they have already sent may still
 * arrive.
 */
function crash(world: World, limits: Limits): Step[] {
  if (world.left.crashes === 0 || world.flights.length === 0) return [];
  const sent = world.flights.flatMap(({ call, answer }) => (call && !answer && call.step !== 'read' ? [call] : []));
  const ghosts = sorted([...world.ghosts, ...sent].slice(0, limits.ghosts));
  const left = { ...world.left, crashes: world.left.crashes - 1 };
  return [
    {
      name: `CRASH in ${world.flights.map(({ job }) => job.do).join(' and ')}`,
      world: { ...world, left, ghosts, flights: [] },
      isHelp: false,
    },
  ];
}
