import type { Money } from '../model/money.ts';
import type { BillLine } from '../model/tariff.ts';

/** Unit prices at an instant, gross, in millionths of the currency unit. `perMinuteMicro` is 0 if time has no price. */
export interface Rates {
  perKwhMicro: number;
  perMinuteMicro: number;
}

/** A line of the bill so far. `from` and `to` are set for an energy price that applied in one uninterrupted period. */
export interface CostPart extends BillLine {
  /** Start of the period. Null: the price applies since the start of the session, or the period is unknown. */
  from: string | null;
  /** End of the period. Null: the price still applies, or the period is unknown. */
  to: string | null;
}

/**
 * The goal at which charging stops: the state of charge that the vehicle reports, in per cent; energy or cost since the start of the
 * session; or a time.
 */
export type Goal =
  | { kind: 'battery'; percent: number }
  | { kind: 'energy'; energyWh: number }
  | { kind: 'amount'; amountMinor: number }
  | { kind: 'time'; at: string };

export const GOAL_KINDS = ['battery', 'energy', 'amount', 'time'] as const satisfies readonly Goal['kind'][];
export type GoalKind = (typeof GOAL_KINDS)[number];
export const isGoalKind = (kind: string): kind is GoalKind => GOAL_KINDS.some(each => each === kind);

/** A goal that the page of the goal offers, with what is expected if the driver chooses the goal. */
export interface GoalChoice {
  goal: Goal;
  /** Null: cannot be estimated. */
  expected: {
    at: string;
    cost: Money;
    energyWh: number;
    /** What ends charging first: the goal, the battery, or the limit. */
    endsBy: 'goal' | 'battery' | 'limit';
  } | null;
}

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
   * `now`: current prices. `before`: prices before the last change in this session. `next`: prices after the next change within
   * a day. Null: charging is free, or the reader only has the watch link.
   */
  price: {
    now: Rates;
    before: { until: string; rates: Rates } | null;
    next: { from: string; rates: Rates } | null;
  } | null;
  /** The lines of the bill so far. Their sum is the cost. Empty for readers of the watch link. */
  parts: readonly CostPart[];
  /**
   * Expected time at which the session reaches its limit. Null: the limit is not reached within a day, or the time cannot be
   * estimated.
   */
  limitAt: string | null;
  /**
   * Expected time at which the battery reaches its target or is full, and the cost by then. Null: the vehicle draws no power, or
   * does not report the remaining time.
   */
  batteryEnd: { at: string; cost: Money } | null;
  /** The goal with its forecast. Null: no goal is set. */
  goal: SessionGoal | null;
  /** The goals that the page of the goal offers. Absent in live updates, and for readers of the watch link. */
  choices?: readonly GoalChoice[];
}
