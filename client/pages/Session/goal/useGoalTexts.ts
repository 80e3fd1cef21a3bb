import { useTranslation } from 'react-i18next';
import type { SessionLocation } from '../../../../shared/charging/session.ts';
import type { Currency } from '../../../../shared/model/money.ts';
import type { Goal } from '../../../../shared/price/progress.ts';
import { useFormat } from '../../../hooks/useFormat.ts';

/** Returns functions that write a goal as text. Needs the text areas `goal` and `unit` (see `Route.strings`). */
export function useGoalWords(place: SessionLocation, currency: Currency) {
  const { t } = useTranslation();
  const format = useFormat(place);
  const figureOf = (goal: Goal): string => {
    if (goal.kind === 'time') return format.time(goal.at);
    if (goal.kind === 'battery') return format.percent(goal.percent);
    if (goal.kind === 'amount') return format.shortMoney(goal.amountMinor, currency);
    return t('unit.kwh', { value: format.energyNumber(goal.energyWh) });
  };
  return {
    figure: figureOf,
    stops: (goal: Goal): string =>
      goal.kind === 'time' ? t('goal.stopsAtTime', { time: figureOf(goal) }) : t('goal.stopsAt', { goal: figureOf(goal) }),
    reached: (goal: Goal): string =>
      goal.kind === 'time' ? t('goal.reachedTime', { time: figureOf(goal) }) : t('goal.reached', { goal: figureOf(goal) }),
  };
}
