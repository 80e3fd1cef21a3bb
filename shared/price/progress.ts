import type { Money } from '../model/money.ts';
import type { BillLine } from '../model/tariff.ts';

/** Unit prices at an instant, gross, in millionths of the currency unit: per kWh, and per minute if time has a price. */
export interface Rates {
  perKwhMicro: number;
  perMinuteMicro: number;
}

/** One line of the bill so far. An energy price that applied once and without a break has its period. */
export interface CostPart extends BillLine {
  /** Null: since the start of the session, or unknown. */
  from: string | null;
  /** Null: still applies, or unknown. */
  to: string | null;
}

/** The goal of a session: energy or cost since the start, or an instant. */
export type Goal = { kind: 'energy'; energyWh: number } | { kind: 'amount'; amountMinor: number } | { kind: 'time'; at: string };

export const GOAL_KINDS = ['energy', 'amount', 'time'] as const satisfies readonly Goal['kind'][];
export type GoalKind = (typeof GOAL_KINDS)[number];
export const isGoalKind = (kind: string): kind is GoalKind => GOAL_KINDS.some(each => each === kind);

export interface SessionGoal {
  goal: Goal;
  /** Estimated time and cost at the goal if the vehicle continues as now. Null: no estimate possible. */
  expected: { at: string; cost: Money | null } | null;
  /** True if the session reaches the limit before the goal. */
  isBeyondLimit: boolean;
}

/** The cost of a running session, and the forecast if the vehicle continues as now. */
export interface Progress {
  /** Prices now, the time of their last change during the session, and the next change within a day. Null: charging is free. */
  price: {
    now: Rates;
    before: { until: string; rates: Rates } | null;
    next: { from: string; rates: Rates } | null;
  } | null;
  /** The sum of the lines is the cost. */
  parts: readonly CostPart[];
  /** Estimated time at which the session reaches its limit. Null: not within a day, or no estimate possible. */
  limitAt: string | null;
  /** Null: the session has no goal. */
  goal: SessionGoal | null;
}
