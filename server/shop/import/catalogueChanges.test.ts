import { beforeAll, describe, expect, it } from '@jest/globals';
import type { OperatorData } from '../../core/records/records.ts';
import { CONSOLE, FILES } from '../../core/records/tariffPeriods.ts';
import type { StoredCatalogue } from '../../store/shop/readCatalogue.ts';
import { changeLines } from './catalogueChanges.ts';
import { readOperatorData } from './readOperatorData.ts';

const NOW = new Date('2026-11-27T09:00:00Z');
const LATER = Date.parse('2026-11-30T23:00:00Z');
const ID = 'DE*BLF*plain';

let demo: OperatorData;
let stored: StoredCatalogue;
beforeAll(async () => {
  demo = await readOperatorData('demo');
  stored = { ...demo, periods: demo.tariffs.map(tariff => ({ ...tariff, source: FILES })) };
});

const repriced = (priceMicro: number, from: number | null = null) => {
  const [plain] = demo.tariffs.filter(({ id }) => id === ID);
  if (!plain) throw new Error('The demo has no plain tariff');
  const elements = [{ components: [{ type: 'ENERGY' as const, priceMicro, stepSize: 1 }] }];
  return { ...plain, version: `v${priceMicro}`, from, until: null, tariff: { ...plain.tariff, elements } };
};
const others = () => demo.tariffs.filter(({ id }) => id !== ID);
const lines = (after: OperatorData, before = stored, retainsConsole = true) =>
  changeLines(before, after, { now: NOW, retainsConsole });

describe('What an import changes', () => {
  it('is nothing if the folder is the one that was imported', () => {
    expect(lines(demo)).toEqual(['No changes.']);
  });

  it('is listed with old and new price, and the time of the change', () => {
    expect(lines({ ...demo, tariffs: [...others(), repriced(610_000)] })).toEqual([
      `tariff ${ID} from now: energy 0.49 → 0.61 EUR/kWh`,
    ]);
    expect(lines({ ...demo, tariffs: [...demo.tariffs, repriced(610_000, LATER)] })).toEqual([
      `tariff ${ID} from 2026-11-30 23:00 UTC: energy 0.49 → 0.61 EUR/kWh`,
    ]);
  });

  it('does not include a price that staff have set, unless the import replaces that price', () => {
    const before = { ...stored, periods: [...stored.periods, { ...repriced(520_000, NOW.getTime()), source: CONSOLE }] };
    expect(lines(demo, before)).toEqual(['No changes.']);
    expect(lines(demo, before, false)).toEqual([`tariff ${ID} from now: energy 0.52 → 0.49 EUR/kWh`]);
  });

  it('includes points and brands', () => {
    const [first, second, ...points] = demo.points;
    const clients = demo.clients.flatMap(client => {
      if (client.id === 'canarybolt') return [];
      return [client.id === 'farnwald' ? { ...client, supportPhone: '+49 30 1' } : client];
    });
    const changed = { ...demo, clients, points: second ? [{ ...second, city: 'Bonn' }, ...points] : [] };
    expect(lines(changed)).toEqual([
      `points no longer offered: 1, ${first?.evseId}`,
      `points changed: 1, ${second?.evseId}`,
      'brand canarybolt: no longer offered',
      'brand farnwald: supportPhone changed',
    ]);
  });
});
