import type { Charging } from '../../../shared/charging/charging.ts';
import type { Loaded, PageRequest } from '../../core/page.ts';

export interface SearchData {
  /** YYYY-MM-DD. The server sends the day, so that server and browser render the same one. */
  today: string;
}

export async function load(_charging: Charging, { now }: PageRequest): Promise<Loaded<SearchData>> {
  const data: SearchData = { today: localDay(now) };
  return { data };
}

/** The local day at the charging points. All countries of sale use Central European Time. */
export function localDay(now: Date): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: 'Europe/Berlin',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(now);
  const part = (type: string) => parts.find(candidate => candidate.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}
