import { useTranslation } from 'react-i18next';
import type { Contract } from '../../../../shared/charging/session.ts';

/**
 * Explains the consequence of stopping. If starting has a price, the text warns that a new start may cost that price again. Uses
 * the text area `session`.
 */
export function useStopQuestion(contract: Contract | undefined): string {
  const { t } = useTranslation();
  const periods = contract?.days.flatMap(day => day.periods) ?? [];
  const hasStartFee = periods.some(({ start }) => start !== null && start.amountMicro > 0);
  return hasStartFee ? `${t('session.stop.then')} ${t('session.stop.startFee')}` : t('session.stop.then');
}
