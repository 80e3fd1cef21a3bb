import { describe, expect, it } from '@jest/globals';
import { readReportPeriod } from './reportPeriod.ts';

const HOUR_MS = 3_600_000;
const hoursOf = ({ from, to }: { from: Date; to: Date }): number => (to.getTime() - from.getTime()) / HOUR_MS;

describe('The period of a report', () => {
  it('has days of 23 and 25 hours where the clocks change, each with the day four weeks before', () => {
    const march = readReportPeriod('2026-03', 'Europe/Berlin');
    const october = readReportPeriod('2026-10', 'Europe/Berlin');
    const day = (name: string) => [...(march?.steps ?? []), ...(october?.steps ?? [])].find(step => step.name === name);
    expect([day('2026-03-28'), day('2026-03-29'), day('2026-10-25')].map(step => step && hoursOf(step))).toEqual([24, 23, 25]);
    expect(day('2026-03-29')?.compared).toEqual({ from: new Date('2026-02-28T23:00:00Z'), to: new Date('2026-03-01T23:00:00Z') });
  });

  it('is a year of months, each with the same month of the year before', () => {
    const year = readReportPeriod('2026', 'Europe/Berlin');
    expect(year?.steps.map(({ name }) => name)).toHaveLength(12);
    expect(year?.steps.at(0)).toEqual({
      name: '2026-01',
      from: new Date('2025-12-31T23:00:00Z'),
      to: new Date('2026-01-31T23:00:00Z'),
      compared: { from: new Date('2024-12-31T23:00:00Z'), to: new Date('2025-01-31T23:00:00Z') },
    });
    expect([year?.before, year?.after]).toEqual(['2025', '2027']);
  });

  it.each(['2026-00', '2026-13', '2026-1', '26', '2026-03-01', '1999', ''])('is not %j', name => {
    expect(readReportPeriod(name, 'Europe/Berlin')).toBeNull();
  });
});
