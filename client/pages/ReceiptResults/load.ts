import type { Charging } from '../../../shared/charging.ts';
import { pathTo } from '../../../shared/paths.ts';
import { Problem } from '../../../shared/problem.ts';
import type { Receipt } from '../../../shared/receipt.ts';
import type { Loaded, PageAsk, Searched } from '../../page.ts';

export interface ResultsData {
  receipts: readonly Receipt[];
  searched: Searched | null;
}

/** What the last search found. Its tokens expire: without any left the visitor searches again. */
export async function load(
  charging: Charging,
  { locale, params, found, searched = null }: PageAsk,
): Promise<Loaded<ResultsData>> {
  const { clientId = '' } = params;
  const answers = await Promise.all(found.map(receipt => findReceipt(charging, receipt)));
  const data: ResultsData = { receipts: answers.filter(receipt => receipt !== null), searched };
  return data.receipts.length > 0 ? { data } : { redirect: pathTo('receipts', { locale, clientId }) };
}

async function findReceipt(charging: Charging, receipt: string): Promise<Receipt | null> {
  try {
    return await charging.getReceipt({ receipt });
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}
