import type { Charging } from '../../../shared/charging/charging.ts';
import { pathTo } from '../../../shared/charging/paths.ts';
import type { Receipt } from '../../../shared/charging/receipt.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { Loaded, PageRequest, Searched } from '../../core/page.ts';

export interface ResultsData {
  receipts: readonly Receipt[];
  searched: Searched | null;
  /** True if receipts have just been sent by e-mail. */
  isSent: boolean;
}

/**
 * The results of the last search, followed by those of earlier searches. Tokens expire. Without a valid token the visitor is
 * redirected to the search.
 */
export async function load(
  charging: Charging,
  { locale, params, query, found, searched = null }: PageRequest,
): Promise<Loaded<ResultsData>> {
  const { clientId = '' } = params;
  const answers = found.map(receipt => findReceipt(charging, receipt));
  const isSent = query.sent !== undefined;
  const data = Promise.all(answers).then(all => ({
    receipts: eachOnce(all.filter(receipt => receipt !== null)),
    searched,
    isSent,
  }));
  data.catch(() => undefined);
  // One valid token is enough for a page of results, however long the other requests take.
  return (await hasAny(answers)) ? { data } : { redirect: pathTo('receipts', { locale, clientId }) };
}

async function hasAny(answers: readonly Promise<Receipt | null>[]): Promise<boolean> {
  for (const answer of answers) if (await answer) return true;
  return false;
}

async function findReceipt(charging: Charging, receipt: string): Promise<Receipt | null> {
  try {
    return await charging.getReceipt({ receipt });
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

/** A session that is found again has a new token. The first token in the list is the newest. */
function eachOnce(receipts: readonly Receipt[]): readonly Receipt[] {
  const keyOf = ({ found: { number, evseId, startedAt, price } }: Receipt) =>
    [number, evseId, startedAt, price.amountMinor].join(' ');
  const seen = new Set<string>();
  return receipts.filter(receipt => !seen.has(keyOf(receipt)) && seen.add(keyOf(receipt)));
}
