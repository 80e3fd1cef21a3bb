import type { SessionLine } from '../../../shared/console/sessions.ts';
import type { useWords } from '../core/translations.ts';

/** Returns what became of the money of a session, such as 'refunded 4.00 €'. */
export function moneyNote(line: SessionLine, { t, money }: Pick<ReturnType<typeof useWords>, 't' | 'money'>): string {
  const { heldMinor, capturedMinor, refundedMinor, currency, standing } = line;
  if (heldMinor === null) return t('session.money.noCard');
  if (refundedMinor > 0) return t('session.money.refunded', { amount: money(refundedMinor, currency) });
  if (standing === 'dispute-lost') return t('session.money.takenBack');
  if (standing === 'capped') return t('session.money.captured', { amount: money(capturedMinor ?? 0, currency) });
  if (standing === 'waived' || standing === 'never-started')
    return t('session.money.released', { amount: money(heldMinor, currency) });
  return capturedMinor === null ? t('session.money.held', { amount: money(heldMinor, currency) }) : t('session.money.taken');
}
