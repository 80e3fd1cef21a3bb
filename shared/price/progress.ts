import type { Money } from '../model/money.ts';
import type { BillLine } from '../model/tariff.ts';

/** Unit prices at an instant, gross, in millionths of the currency unit. `perMinuteMicro` is 0 if time has no price. */
export interface Rates {
  perKwhMicro: number;
  perMinuteMicro: number;
}

/** A line of the bill so far. An energy price that applied only once, without a break, has its period in `from` and `to`. */
export interface CostPart extends BillLine {
  /** Start of the period. Null: start of the session, or unknown. */
  from: string | null;
  /** End of the period. Null: the price still applies, or unknown. */
  to: string | null;
}

/** The goal of a session: energy or cost since the start, or a time. */
export type Goal = { kind: 'energy'; energyWh: number } | { kind: 'amount'; amountMinor: number } | { kind: 'time'; at: string };

export const GOAL_KINDS = ['energy', 'amount', 'time'] as const satisfies readonly Goal['kind'][];
export type GoalKind = (typeof GOAL_KINDS)[number];
export const isGoalKind = (kind: string): kind is GoalKind => GOAL_KINDS.some(each => each === kind);

export interface SessionGoal {
  goal: Goal;
  /** Expected time and cost at the goal, if the vehicle continues as it does now. Null: cannot be estimated. */
  expected: { at: string; cost: Money | null } | null;
  /** True if the session will reach its limit before the goal. */
  isBeyondLimit: boolean;
}

/** The cost of a running session, and a forecast that assumes that the vehicle continues as it does now. */
export interface Progress {
  /**
   * Current prices, those before the last change in this session, and those after the next change within a day. Null: charging
   * is free.
   */
  price: {
    now: Rates;
    before: { until: string; rates: Rates } | null;
    next: { from: string; rates: Rates } | null;
  } | null;
  /** The lines of the bill so far. Their sum is the cost. */
  parts: readonly CostPart[];
  /** Expected time at which the session reaches its limit. Null: not within a day, or it cannot be estimated. */
  limitAt: string | null;
  /** The goal with its forecast. Null: no goal is set. */
  goal: SessionGoal | null;
}
