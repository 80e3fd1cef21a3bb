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

/** Energy of a signed record in Wh. Rounded up, because some meters have a finer resolution. */
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

  it('says nothing of a tariff with anything more to it', () => {
    const kwh = PLAIN.elements[0]!.components[0]!;
    const text = '001;EUR;0;59;0;0';
    const written = (changes: Partial<typeof PLAIN>) => tariffTextOf({ ...PLAIN, ...changes });
    expect(written({ minPriceMicro: 0 })).toBe(text);
    expect(written({ elements: [{ components: [{ ...kwh, stepSize: 0 }] }] })).toBe(text);
    expect(written({ elements: [{ components: [kwh], restrictions: { minDurationS: 0 } }] })).toBe(text);
    expect(written({ elements: [...PLAIN.elements, { components: [{ ...kwh, priceMicro: 0 }] }] })).toBe(text);
    for (const changes of [
      { minPriceMicro: 1 },
      { maxPriceMicro: 5_000_000 },
      { pricesIncludeVat: false },
      { elements: [{ components: [{ ...kwh, stepSize: 2 }] }] },
      { elements: [{ components: [kwh], restrictions: { minDurationS: 60 } }] },
    ])
      expect(written(changes)).toBeNull();
  });

  it('says the same however a tariff is put together', () => {
    const tariff = readTariffText('001;EUR;250;79;15;60');
    const [first, fee] = tariff?.elements ?? [];
    const elements = [fee!, { components: first!.components.toReversed() }];
    expect(tariffTextOf({ ...PLAIN, elements })).toBe('001;EUR;250;79;15;60');
  });

  it('may stand between blanks, and has prices to a hundredth of a cent', () => {
    expect(readTariffText(' 003;EUR;150;12.1234\n')?.elements[0]?.components[1]?.priceMicro).toBe(121_234 * 60);
  });

  it.each(['x', '1x', '1.', '1.12345', '1234567890', '-1'])('refuses the price %p', price => {
    expect(readTariffText(`003;EUR;${price};1`)).toBeNull();
  });

  it('refuses a fee from within a second', () => {
    expect(readTariffText('001;EUR;0;59;10;0.001')).toBeNull();
    expect(readTariffText('001;EUR;0;59;10;0.5')?.elements[1]?.restrictions).toEqual({ minDurationS: 30 });
  });

  it.each(['', '001;EUR;1;2;3', '001;XXX;1;2;3;4', '004;EUR;1', '003;EUR;a;1', 'free'])('refuses %p', text => {
    expect(readTariffText(text)).toBeNull();
  });
});
