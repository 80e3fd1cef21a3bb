import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { exact, plus, ZERO } from './exact.ts';
import { price } from './price.ts';
import { BERLIN, BLOCKING, PLAIN } from './tariffs.fixture.ts';
import { readTariffText, tariffTextOf } from './tariffText.ts';

interface Vector {
  id: string;
  tariff_text: string;
  start: string;
  start_value: number;
  end: string;
  end_value: number;
  unit: 'kWh' | 'Wh';
  expected_total_eur: number;
}

const file = new URL('../../../test/data/tariff-vectors/bet-tariff-text.json', import.meta.url);
const { vectors }: { vectors: readonly Vector[] } = JSON.parse(readFileSync(file, 'utf8'));

/** A meter that counts finer than a watt-hour: what was used is rounded up to whole ones. */
function energyWh({ start_value, end_value, unit }: Vector): number {
  const tenthsOfMilli = Math.round((end_value - start_value) * (unit === 'kWh' ? 10_000_000 : 10_000));
  return Math.ceil(tenthsOfMilli / 10_000);
}

describe('tariff texts of signed records', () => {
  it.each(vectors.map(vector => [vector.id, vector] as const))('prices %s to the exact amount', (_, vector) => {
    const tariff = readTariffText(vector.tariff_text);
    if (!tariff) throw new Error('unread');
    const [startedAt, endedAt] = [new Date(vector.start), new Date(vector.end)];
    const readings = [{ at: endedAt, energyWh: energyWh(vector), powerW: 0, isCharging: true }];
    const lines = price({ tariff, place: BERLIN, usage: { startedAt, endedAt, readings }, vatPercent: 19 });
    const total = lines.map(line => line.amount).reduce(plus, ZERO);
    expect(total).toEqual(exact(Math.round(vector.expected_total_eur * 1_000_000)));
  });

  it('are six', () => expect(vectors).toHaveLength(6));

  it.each(['001;EUR;250;79;15;60', '002;CHF;199;69;20', '003;EUR;150;12', '001;EUR;0;59.5;0;0'])(
    'writes %s as it was read',
    text => {
      const tariff = readTariffText(text);
      expect(tariff && tariffTextOf(tariff)).toBe(text);
    },
  );

  it('says a plain price, and nothing where it could not say all', () => {
    expect(tariffTextOf(PLAIN)).toBe('001;EUR;0;59;0;0');
    expect(tariffTextOf(BLOCKING)).toBeNull();
  });

  it.each(['', '001;EUR;1;2;3', '001;XXX;1;2;3;4', '004;EUR;1', '003;EUR;a;1', 'free'])('refuses %p', text => {
    expect(readTariffText(text)).toBeNull();
  });
});
