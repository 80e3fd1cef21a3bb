import { useTranslation } from 'react-i18next';
import type { Money } from '../../../../shared/model/money.ts';
import type { Goal } from '../../../../shared/price/progress.ts';
import { useFormat } from '../../../hooks/useFormat.ts';
import { useGoalWords } from '../goal/useGoalTexts.ts';
import type { ViewProps } from '../live/viewProps.ts';

type Charging = ViewProps<'running' | 'paused'>['session'];

/** What is expected to end charging: the driver's goal, the battery, or the limit. */
export type ChargeEnd = { at: string } & (
  | { kind: 'goal'; goal: Goal; cost: Money | null }
  | { kind: 'battery'; percent: number; cost: Money }
  | { kind: 'limit'; limit: Money }
);

/**
 * Returns the earliest expected end of charging.
 * @returns null if no end can be expected, for example because no power flows
 */
export function chargeEndOf({ values, progress, hold }: Charging): ChargeEnd | null {
  if (!progress || values.powerW === 0) return null;
  const { goal, batteryEnd, limitAt } = progress;
  // The time of a state of charge may be unknown, and then comes before all other ends.
  if (goal?.goal.kind === 'battery' && !goal.expected) return null;
  const ends: readonly (ChargeEnd | null)[] = [
    goal?.expected ? { kind: 'goal', at: goal.expected.at, goal: goal.goal, cost: goal.expected.cost } : null,
    batteryEnd && { kind: 'battery', ...batteryEnd, percent: values.battery?.targetPercent ?? 100 },
    limitAt && hold ? { kind: 'limit', at: limitAt, limit: hold } : null,
  ];
  return ends
    .filter(end => end !== null)
    .reduce<ChargeEnd | null>((first, end) => (first && first.at <= end.at ? first : end), null);
}

/** Returns functions that write the expected end of charging. Texts may contain the tag `b`. */
export function useChargeEndWords({ place, values }: Charging) {
  const { t } = useTranslation();
  const format = useFormat(place);
  const words = useGoalWords(place, values.cost.currency);
  const nameOf = (end: ChargeEnd): string => {
    if (end.kind === 'limit') return format.shortMoney(end.limit.amountMinor, end.limit.currency);
    return end.kind === 'battery' ? format.percent(end.percent) : words.figure(end.goal);
  };
  return {
    /** The right end of the time axis: "80 % at 22:17". A goal that is a time needs no second time. */
    axis: (end: ChargeEnd): string => {
      const time = format.time(end.at);
      const isTime = end.kind === 'goal' && end.goal.kind === 'time';
      return isTime ? `<b>${time}</b>` : t('chart.endAt', { goal: nameOf(end), time });
    },
    /** The amount at the end, or how long the hold lasts. A goal that is an amount has its time instead. */
    money: (end: ChargeEnd): string | null => {
      const time = format.time(end.at);
      if (end.kind === 'limit') return t('progress.lasts', { time });
      if (!end.cost) return null;
      if (end.kind === 'goal' && end.goal.kind === 'amount') return t('progress.stopsAt', { goal: nameOf(end), time });
      const amount = format.money(end.cost.amountMinor, end.cost.currency);
      const isTime = end.kind === 'goal' && end.goal.kind === 'time';
      return isTime ? t('progress.atTime', { time, amount }) : t('progress.atGoal', { goal: nameOf(end), amount });
    },
  };
}
