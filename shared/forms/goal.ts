import type { FieldErrors } from '../model/problem.ts';
import { type GoalKind, isGoalKind } from '../price/progress.ts';
import { present } from './contact.ts';
import { readNumber } from './estimate.ts';
import { readAmountMinor } from './receiptSearch.ts';

/** The goal of a session as the driver typed it. Each kind has its own field. Only the field of the selected `kind` is used. */
export interface GoalForm {
  /**
   * The kind of goal, or an offered goal as a kind and its value: `battery:80`, `energy:40.5`, `amount:20`, `time:22:30`. A state of
   * charge is only offered, never typed.
   */
  kind: string;
  /** Energy in kWh. */
  energy: string;
  amount: string;
  /** Time of day 'HH:MM' in the time zone of the charging point. */
  time: string;
}

/** The parsed goal. `clock` is a time of day without its date. */
export type TypedGoal =
  | { kind: 'battery'; percent: number }
  | { kind: 'energy'; energyWh: number }
  | { kind: 'amount'; amountMinor: number }
  | { kind: 'time'; clock: string };

const KWH = { min: 1, max: 500 } as const;

/** Parses the goal. Returns an error for the field of the selected kind if its value is invalid. */
export function readGoal(form: GoalForm): { goal: TypedGoal } | { errors: FieldErrors } {
  const { kind, offered } = readKind(form.kind);
  const goal = READ[kind](offered === undefined ? form : { ...form, [kind]: offered });
  const key = kind === 'battery' ? 'goal.error.passed' : `goal.error.${kind}`;
  return goal ? { goal } : { errors: present({ [kind]: { key, values: kind === 'energy' ? KWH : {} } }) };
}

/** Splits the chosen kind from the value of an offered goal. Undefined: the driver has typed the value. */
function readKind(chosen: string): { kind: GoalKind; offered: string | undefined } {
  const [name = '', ...rest] = chosen.split(':');
  const offered = rest.length > 0 ? rest.join(':') : undefined;
  return { kind: isGoalKind(name) ? name : 'energy', offered };
}

const READ: Readonly<Record<GoalKind, (form: GoalForm & { battery?: string }) => TypedGoal | null>> = {
  battery({ battery = '' }) {
    const percent = readNumber(battery, /^\d{1,3}$/, { min: 1, max: 100 });
    return typeof percent === 'number' ? { kind: 'battery', percent } : null;
  },
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
