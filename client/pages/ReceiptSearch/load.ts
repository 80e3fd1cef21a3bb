import type { Charging } from '../../../shared/charging/charging.ts';
import type { Loaded, PageRequest } from '../../core/page.ts';

export interface SearchData {
  /** Today at the charging points, YYYY-MM-DD. Part of the data, so that server and browser render the same day. */
  today: string;
}

export async function load(_charging: Charging, { now }: PageRequest): Promise<Loaded<SearchData>> {
  const data: SearchData = { today: localDay(now) };
  return { data };
}

/** Returns the day at the charging points. All supported countries use Central European Time. */
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
