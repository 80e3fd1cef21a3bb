/** Returns the days of a month 'YYYY-MM' in order, each as 'YYYY-MM-DD'. */
export function daysOfMonth(month: string): string[] {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return Array.from({ length: count }, (_, place) => `${month}-${String(place + 1).padStart(2, '0')}`);
}

const DAYS_BETWEEN_MARKS = 7;

/** Returns labels for an axis of days: the first one, and every seventh one after it, in the middle of its bar. */
export const monthMarks = (days: readonly string[]): { at: number; text: string }[] =>
  days.flatMap((day, place) =>
    place % DAYS_BETWEEN_MARKS === 0 ? [{ at: place + 0.5, text: `${Number(day.slice(-2))}.` }] : [],
  );
