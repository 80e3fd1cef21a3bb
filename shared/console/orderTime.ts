/** The day of an order, 'YYYY-MM-DD', and the hour if one was typed. Both are local times. */
export interface OrderTime {
  day: string;
  hour: number | null;
}

const HOUR = /(?:[T,\s]+(?<hour>\d{1,2})(?:[:.]\d{2})?\s?(?:uhr|h)?)?$/.source;
/** '27.11. 14', '27.11.2026, 14:30 Uhr', '2026-11-27' and '2026-11-27T14:00'. */
const FORMS = [
  new RegExp(`^(?<date>\\d{1,2})[./]\\s?(?<month>\\d{1,2})[./]?\\s?(?<year>\\d{4})?${HOUR}`, 'i'),
  new RegExp(`^(?<year>\\d{4})-(?<month>\\d{1,2})-(?<date>\\d{1,2})${HOUR}`, 'i'),
];

/**
 * Reads a day, or a day and an hour, as staff type it. Without a year, the day is the last one that is not after `today`.
 * @param today 'YYYY-MM-DD'
 * @returns null if the text is no such time
 */
export function readOrderTime(typed: string, today: string): OrderTime | null {
  const found = FORMS.map(form => form.exec(typed.trim())?.groups).find(Boolean);
  if (!found) return null;
  const { year, month = '', date = '', hour } = found;
  const monthAndDate = `${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  const thisYear = Number(today.slice(0, 4));
  const day = `${year ?? (monthAndDate > today.slice(5) ? thisYear - 1 : thisYear)}-${monthAndDate}`;
  const isDay = new Date(`${day}T00:00Z`).toJSON()?.startsWith(day) ?? false;
  if (!isDay || Number(hour ?? 0) > 23) return null;
  return { day, hour: hour === undefined ? null : Number(hour) };
}
