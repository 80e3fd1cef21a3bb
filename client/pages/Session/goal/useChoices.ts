import { formatTime } from '../../../../shared/figures/format.ts';
import type { GoalForm as Typed } from '../../../../shared/forms/goal.ts';
import type { Goal, GoalChoice } from '../../../../shared/price/progress.ts';
import { useFormat } from '../../../hooks/useFormat.ts';
import type { ViewProps } from '../live/viewProps.ts';

type Charging = ViewProps<'running' | 'paused'>['session'];

/** The offered goals of the page, the values of its fields, and which radio button is chosen. */
export interface OfferedGoals {
  choices: readonly (GoalChoice & { value: string })[];
  /** Value of the chosen radio button: that of an offered goal, or a kind whose value is typed. */
  chosen: string;
  typed: Typed;
}

/** @param sent the submitted values, if they were invalid; undefined: the form shows the current goal */
export function useChoices(session: Charging, sent: Readonly<Record<string, string>> | undefined): OfferedGoals {
  const { place, values, progress } = session;
  const format = useFormat(place);
  const goal = progress?.goal?.goal ?? null;
  // An input of type time, and the value of an offered goal, need the format HH:MM in every language.
  const clock = (at: string) => formatTime(at, { locale: 'en', country: 'gb', timeZone: place.timeZone });
  const choices = (progress?.choices ?? []).map(choice => ({ ...choice, value: formValue(choice.goal, clock) }));
  const current = goal && formValue(goal, clock);
  const isOffered = choices.some(({ value }) => value === current);
  // A goal with a forecast is chosen first. A state of charge seldom has one.
  const first = choices.find(choice => choice.goal.kind !== 'battery');
  const decimals = values.cost.currency === 'HUF' ? 0 : 2;
  const own: Typed = {
    kind: (isOffered ? current : goal?.kind) ?? first?.value ?? 'energy',
    energy: goal?.kind === 'energy' && !isOffered ? format.energyNumber(goal.energyWh) : '',
    amount: goal?.kind === 'amount' && !isOffered ? format.number(goal.amountMinor / 100, decimals) : '',
    time: goal?.kind === 'time' && !isOffered ? clock(goal.at) : '',
  };
  const typed = { ...own, ...sent };
  // A goal that was sent may no longer be offered. The field of its kind is then chosen, and shows the error.
  const isKnown = choices.some(({ value }) => value === typed.kind);
  return { choices, chosen: isKnown ? typed.kind : (typed.kind.split(':')[0] ?? ''), typed };
}

/** Returns an offered goal as the form sends it. See `GoalForm`. */
function formValue(goal: Goal, clock: (at: string) => string): string {
  if (goal.kind === 'battery') return `battery:${goal.percent}`;
  if (goal.kind === 'energy') return `energy:${goal.energyWh / 1000}`;
  return goal.kind === 'amount' ? `amount:${goal.amountMinor / 100}` : `time:${clock(goal.at)}`;
}
