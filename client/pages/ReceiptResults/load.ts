import type { Charging } from '../../../shared/charging/charging.ts';
import { pathTo } from '../../../shared/charging/paths.ts';
import type { Receipt } from '../../../shared/charging/receipt.ts';
import { orNull } from '../../core/orNull.ts';
import type { Loaded, PageRequest, Searched } from '../../core/page.ts';

export interface ResultsData {
  receipts: readonly Receipt[];
  searched: Searched | null;
  /** True if the receipts have just been sent by e-mail. */
  isSent: boolean;
}

/**
 * Loads the receipts of the last search and of earlier searches, newest first. If all tokens have expired, redirects to the
 * receipt search.
 */
export async function load(
  charging: Charging,
  { locale, params, query, found, searched = null }: PageRequest,
): Promise<Loaded<ResultsData>> {
  const { clientId = '' } = params;
  const answers = found.map(receipt => orNull(charging.getReceipt({ receipt })));
  const isSent = query.sent !== undefined;
  const data = Promise.all(answers).then(all => ({
    receipts: eachOnce(all.filter(receipt => receipt !== null)),
    searched,
    isSent,
  }));
  data.catch(() => undefined);
  // The page begins as soon as one token is valid. The receipts follow when all are loaded.
  return (await hasAny(answers)) ? { data } : { redirect: pathTo('receipts', { locale, clientId }) };
}

async function hasAny(answers: readonly Promise<Receipt | null>[]): Promise<boolean> {
  for (const answer of answers) if (await answer) return true;
  return false;
}

/** Removes repeated sessions. Each search issues a new token for a session. The newest token comes first and stays. */
function eachOnce(receipts: readonly Receipt[]): readonly Receipt[] {
  const keyOf = ({ found: { number, evseId, startedAt, price } }: Receipt) =>
    [number, evseId, startedAt, price.amountMinor].join(' ');
  const seen = new Set<string>();
  return receipts.filter(receipt => !seen.has(keyOf(receipt)) && seen.add(keyOf(receipt)));
}
