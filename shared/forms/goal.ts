import type { FieldErrors } from '../model/problem.ts';
import { type GoalKind, isGoalKind } from '../price/progress.ts';
import { present } from './contact.ts';
import { readNumber } from './estimate.ts';
import { readAmountMinor } from './receiptSearch.ts';

/** The goal of a session as the driver typed it. Each kind has its own field. Only the field of the selected `kind` is used. */
export interface GoalForm {
  kind: string;
  /** Energy in kWh. */
  energy: string;
  amount: string;
  /** Time of day 'HH:MM' in the time zone of the charging point. */
  time: string;
}

/** The parsed goal. `clock` is a time of day without its date. */
export type TypedGoal =
  | { kind: 'energy'; energyWh: number }
  | { kind: 'amount'; amountMinor: number }
  | { kind: 'time'; clock: string };

const KWH = { min: 1, max: 500 } as const;

/** Parses the goal. Returns an error for the field of the selected kind if its value is invalid. */
export function readGoal(form: GoalForm): { goal: TypedGoal } | { errors: FieldErrors } {
  const kind = isGoalKind(form.kind) ? form.kind : 'energy';
  const goal = READ[kind](form);
  return goal ? { goal } : { errors: present({ [kind]: { key: `goal.error.${kind}`, values: kind === 'energy' ? KWH : {} } }) };
}

const READ: Readonly<Record<GoalKind, (form: GoalForm) => TypedGoal | null>> = {
  energy({ energy }) {
    const kwh = readNumber(energy, /^\d{1,4}(?:[.,]\d{1,3})?$/, KWH);
    return typeof kwh === 'number' ? { kind: 'energy', energyWh: Math.round(kwh * 1000) } : null;
  },
  amount({ amount }) {
    const amountMinor = readAmountMinor(amount);
    return amountMinor === null || amountMinor === 0 ? null : { kind: 'amount', amountMinor };
  },
  time({ time }) {
    const [, hours = '', minutes = ''] = /^([01]?\d|2[0-3])[:.]([0-5]\d)$/.exec(time.trim()) ?? [];
    return hours === '' ? null : { kind: 'time', clock: `${hours.padStart(2, '0')}:${minutes}` };
  },
};
