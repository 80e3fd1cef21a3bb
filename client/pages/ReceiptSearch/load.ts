import type { Charging } from '../../../shared/charging/charging.ts';
import type { Loaded, PageRequest } from '../../core/page.ts';

export interface SearchData {
  /** YYYY-MM-DD. Told by the server, so that both sides show the same day. */
  today: string;
}

export async function load(_charging: Charging, { now }: PageRequest): Promise<Loaded<SearchData>> {
  const data: SearchData = { today: localDay(now) };
  return { data };
}

/** The day it is where the charging points stand: every country we sell in keeps Central European time. */
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
