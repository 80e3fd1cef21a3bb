import type { Money } from '../../../shared/model/money.ts';
import { isoDay } from '../../../shared/model/time.ts';
import { no } from '../../core/records/refusals.ts';
import { lockApiToken, saveTokenRefunds } from '../../store/staff/apiTokens.ts';
import { type ActContext, ActRefused } from './act.ts';
import { moneyText } from './commandLines.ts';

/**
 * Counts a refund with an API token towards the maximum of its day. Other people have no such maximum.
 * @throws ActRefused above the maximum. A currency without an entry has the maximum 0
 */
export async function countTokenRefund(
  { actor: { who }, trx, now }: ActContext,
  { amountMinor, currency }: Money,
): Promise<void> {
  if (who.by !== 'token' || !who.isRefundLimited) return;
  const token = await lockApiToken(trx, who.tokenId);
  if (!token) throw new ActRefused('The token was revoked.', no('tokenGone'));
  const { id, maxRefund, refunded } = token;
  if (!maxRefund) return;
  const day = isoDay(now);
  const amounts = refunded?.day === day ? refunded.amounts : {};
  const sum = (amounts[currency] ?? 0) + amountMinor;
  const max = { amountMinor: maxRefund[currency] ?? 0, currency };
  if (sum > max.amountMinor)
    throw new ActRefused(`This token may refund ${moneyText(max)} a day.`, no('tokenRefund', { amount: max }));
  await saveTokenRefunds(trx, { id, refunded: { day, amounts: { ...amounts, [currency]: sum } } });
}
