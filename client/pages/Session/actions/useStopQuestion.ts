import { useTranslation } from 'react-i18next';
import type { Contract } from '../../../../shared/charging/session.ts';
import type { Money } from '../../../../shared/model/money.ts';

/**
 * Returns the text that explains what a stop means. If the tariff has a fee per session, it warns that a new start may cost the
 * fee again. `hold` null: charging is free, and the text names no payment. Needs the text area `session` (see `Route.strings`).
 */
export function useStopQuestion(contract: Contract | undefined, hold: Money | null): string {
  const { t } = useTranslation();
  if (!hold) return t('session.stop.thenFree');
  const periods = contract?.days.flatMap(day => day.periods) ?? [];
  const hasStartFee = periods.some(({ start }) => start !== null && start.amountMicro > 0);
  return hasStartFee ? `${t('session.stop.then')} ${t('session.stop.startFee')}` : t('session.stop.then');
}
