import type { Charging } from '../../../shared/charging/charging.ts';
import type { Loaded, PageRequest } from '../../core/page.ts';

export interface SearchData {
  /** Today's date at the charging points, YYYY-MM-DD. It is part of the data, so that server and browser render the same date. */
  today: string;
}

export async function load(_charging: Charging, { now }: PageRequest): Promise<Loaded<SearchData>> {
  const data: SearchData = { today: localDay(now) };
  return { data };
}

/** Returns the date at the charging points, which are all in Central European Time. */
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
