import { describe, expect, it } from '@jest/globals';
import type { Report } from '../../../shared/console/reports.ts';
import { reportCsv } from './reportCsv.ts';

const use = { sessions: 2, energyWh: 30_500, occupiedMs: 5_400_000 };
const money = { supplier: '=blaufink', currency: 'EUR', capturedMinor: 1790, refundedMinor: 100, creditedMinor: 100 } as const;
const step = { ...use, name: '2026-03-01', money: [{ ...money, netMinor: 1420, vatMinor: -5 }] };
const REPORT: Report = {
  ...{ period: '2026-03', timeZone: 'Europe/Berlin', at: '2026-03-02T10:00:00Z', before: '2026-02', after: null, supplier: null },
  ...{ suppliers: [], pending: false, total: { ...use, money: [] }, totalBefore: { ...use, captured: [] }, parts: [] },
  steps: [
    { ...step, state: 'over', before: { ...use, captured: [] } },
    { ...step, name: '2026-03-02', state: 'future', before: { ...use, captured: [] } },
  ],
  locations: [
    {
      ...{ ...use, place: '=HYPERLINK("x")', connectors: 1, occupiedPercent: 6.25 },
      plugs: [{ ...use, isOffered: true, evseId: 'DE*BLF*E1001*1', connector: '1', occupiedPercent: 6.25 }],
    },
  ],
};

const textOf = async (kind: 'csv' | 'plugs', decimal: ',' | '.') => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of reportCsv(REPORT, { kind, decimal })) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

describe('A report as CSV', () => {
  it('has a row of use and a row per brand and currency for each day, without days in the future', async () => {
    const [head = '', ...rows] = (await textOf('csv', '.')).trim().split('\r\n');
    expect(head).toContain('period,supplier,currency,sessions,energy_kwh,captured');
    expect(rows).toEqual([
      '2026-03-01,,,2,30.500,,,,,',
      expect.stringMatching(/^2026-03-01,.*17\.90,1\.00,1\.00,14\.20,-0\.05$/),
    ]);
  });

  it('has no cell that a spreadsheet takes for a formula', async () => {
    for (const kind of ['csv', 'plugs'] as const) expect(await textOf(kind, ',')).not.toMatch(/(^|[;"\n])=/);
    expect(await textOf('plugs', ',')).toContain('DE*BLF*E1001*1;1;2;30,500;1,50;6,3');
  });
});
