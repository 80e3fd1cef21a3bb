import type { Money } from '../model/money.ts';
import type { BillLine } from '../model/tariff.ts';

/** What charging costs at a time, gross, in a millionth of the unit: per kWh, and per minute where time has a price too. */
export interface Rates {
  perKwhMicro: number;
  perMinuteMicro: number;
}

/** One line of the bill as it stands now. A price of energy that counted once and without a break says when. */
export interface CostPart extends BillLine {
  /** Null: from the beginning, or nothing can be said. */
  from: string | null;
  /** Null: it still counts, or nothing can be said. */
  to: string | null;
}

/** Where its driver wants a session to end: energy and cost since its beginning, or an instant. */
export type Goal = { kind: 'energy'; energyWh: number } | { kind: 'amount'; amountMinor: number } | { kind: 'time'; at: string };

export const GOAL_KINDS = ['energy', 'amount', 'time'] as const satisfies readonly Goal['kind'][];
export type GoalKind = (typeof GOAL_KINDS)[number];
export const isGoalKind = (kind: string): kind is GoalKind => GOAL_KINDS.some(each => each === kind);

export interface SessionGoal {
  goal: Goal;
  /** About when it will be reached and what it costs then, if the vehicle goes on as it does; null: nobody can tell. */
  expected: { at: string; cost: Money | null } | null;
  /** The limit ends charging before. */
  isBeyondLimit: boolean;
}

/** What a session in progress costs, and what is in sight if the vehicle goes on as it does. */
export interface Progress {
  /** Now, since when where it has changed meanwhile, and from when it changes within a day. Null: charging costs nothing. */
  price: {
    now: Rates;
    before: { until: string; rates: Rates } | null;
    next: { from: string; rates: Rates } | null;
  } | null;
  /** They add up to the cost. */
  parts: readonly CostPart[];
  /** When the limit ends it, about; null: not within a day, or nobody can tell. */
  limitAt: string | null;
  /** Null: there is none. */
  goal: SessionGoal | null;
}
