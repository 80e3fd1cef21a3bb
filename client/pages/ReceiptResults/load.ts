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
  const answers = found.map(receipt => findReceipt(charging, receipt));
  const data = Promise.all(answers).then(all => ({ receipts: all.filter(receipt => receipt !== null), searched }));
  data.catch(() => undefined);
  // One that is left makes a page of results, however long the others take.
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
