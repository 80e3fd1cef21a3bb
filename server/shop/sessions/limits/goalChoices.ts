import { iso, MINUTE_MS } from '../../../../shared/model/time.ts';
import type { Goal, GoalChoice, Progress } from '../../../../shared/price/progress.ts';
import type { OperatorContext } from '../../../runtime/context.ts';
import { costSoFar, type PriceNow } from '../cost/priceNow.ts';
import { batteryInstant, cappedMinor, goalInstant, isForeseen } from './progress.ts';
import { currentPowerW, projectCost } from './projection.ts';

type Context = Pick<OperatorContext, 'stations' | 'clock'>;

/** Power in watts from which the energy goals have larger steps, because a vehicle reaches them within minutes. */
const FAST_W = 30_000;
const STEPS_WH = { slow: [5_000, 10_000, 20_000], fast: [10_000, 20_000, 30_000] } as const;
/** Offered states of charge in per cent. */
const LEVELS = [80, 90, 100] as const;
/** Goal times are full and half hours, the first one at least this time ahead. */
const MIN_LEAD_MS = 10 * MINUTE_MS;
const HALF_HOUR_MS = 30 * MINUTE_MS;
/** Goal amounts are quarters of the limit in whole currency units. */
const SHARES = [0.25, 0.5, 0.75] as const;

/** Returns the goals that a page offers for a session in progress, three of each kind at most, each with its forecast. */
export function goalChoices(priced: PriceNow, progress: Pick<Progress, 'limitAt'>, context: Context): readonly GoalChoice[] {
  const foreseen = isForeseen(priced, context);
  return [...levels(priced), ...energies(priced), ...amounts(priced), ...times(context)].map(goal => ({
    goal,
    expected: foreseen ? expectedOf(priced, { goal, progress, context }) : null,
  }));
}

/** Returns states of charge above the present one, up to the target of the vehicle. None if the vehicle reports no state of charge. */
function levels({ session: { battery } }: PriceNow): readonly Goal[] {
  const { percent = null, targetPercent = null } = battery ?? {};
  if (percent === null) return [];
  return LEVELS.filter(level => level > percent && level <= (targetPercent ?? 100)).map(level => ({
    kind: 'battery',
    percent: level,
  }));
}

/** Returns goals above the energy so far, in multiples of 100 Wh. */
function energies(priced: PriceNow): readonly Goal[] {
  const steps = STEPS_WH[currentPowerW(priced) >= FAST_W ? 'fast' : 'slow'];
  return steps.map(step => ({ kind: 'energy', energyWh: Math.round((priced.session.energyWh + step) / 100) * 100 }));
}

function amounts(priced: PriceNow): readonly Goal[] {
  const { limitMinor } = priced.order;
  if (limitMinor === null) return [];
  const spentMinor = costSoFar(priced);
  const choices = SHARES.map(share => Math.round((limitMinor * share) / 100) * 100);
  return choices
    .filter(amountMinor => amountMinor > spentMinor && amountMinor < limitMinor)
    .map(amountMinor => ({ kind: 'amount', amountMinor }));
}

function times({ clock }: Context): readonly Goal[] {
  const first = Math.ceil((clock.now().getTime() + MIN_LEAD_MS) / HALF_HOUR_MS) * HALF_HOUR_MS;
  return [0, 1, 2].map(index => ({ kind: 'time', at: iso(first + index * HALF_HOUR_MS) }));
}

interface ExpectedOptions {
  goal: Goal;
  progress: Pick<Progress, 'limitAt'>;
  context: Context;
}

/** Returns time, cost and energy at which charging ends with a goal: at the goal, or before at a full battery or the limit. */
function expectedOf(priced: PriceNow, { goal, progress: { limitAt }, context }: ExpectedOptions): GoalChoice['expected'] {
  const battery = batteryInstant(priced);
  const goalAt = goalInstant(priced, { goal, context });
  // A state of charge may come before all that can be foreseen.
  if (goal.kind === 'battery' && !goalAt) return null;
  const ends = [
    { endsBy: 'goal' as const, at: goalAt },
    { endsBy: 'battery' as const, at: battery && battery > context.clock.now() ? battery : null },
    { endsBy: 'limit' as const, at: limitAt === null ? null : new Date(limitAt) },
  ];
  const [first] = ends.flatMap(({ endsBy, at }) => (at ? [{ endsBy, at }] : [])).sort((a, b) => a.at.getTime() - b.at.getTime());
  if (!first) return null;
  const { costMinor, energyWh } = projectCost(priced, first.at);
  const cost = { amountMinor: cappedMinor(priced, goal, costMinor), currency: priced.currency };
  return { at: iso(first.at), endsBy: first.endsBy, energyWh, cost };
}
