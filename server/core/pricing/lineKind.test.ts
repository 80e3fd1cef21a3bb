import { describe, expect, test } from '@jest/globals';
import type { TariffElement } from '../../../shared/model/tariff.ts';
import { firstFee } from './feeAnnouncement.ts';
import { lineKind } from './lineKind.ts';
import { BERLIN, BLOCKING, OCCUPANCY, once, perKwh, perMinute, session, tariffOf } from './tariffs.fixture.ts';

const HOUR_S = 3600;
const afterAnHour: TariffElement = { components: [perMinute('TIME', 100_000)], restrictions: { minDurationS: HOUR_S } };
const timeFor = (microPerMinute: number, maxDurationS: number): TariffElement => ({
  components: [perMinute('TIME', microPerMinute)],
  restrictions: { maxDurationS },
});
const kindAfterAnHour = (...others: readonly TariffElement[]) =>
  lineKind(tariffOf(...others, afterAnHour), {
    component: afterAnHour.components[0]!,
    restrictions: afterAnHour.restrictions ?? {},
  });
const energy: TariffElement = { components: [perKwh(590_000)] };
const start = (micro: number): TariffElement => ({ components: [once(micro)] });

describe('Time that costs only after a while', () => {
  test.each<[string, readonly TariffElement[], string]>([
    ['is a fee for blocking', [energy], 'blocking'],
    ['is one also where the session has a start fee', [energy, start(1_000_000)], 'blocking'],
    ['is one also where the time before is free', [energy, timeFor(0, HOUR_S)], 'blocking'],
    ['is the time fee where the start fee includes the time before', [start(1_000_000), timeFor(0, HOUR_S)], 'time'],
    ['is a fee for blocking where the start costs nothing', [start(0), timeFor(0, HOUR_S)], 'blocking'],
    ['is a fee for blocking where the start includes less', [start(1_000_000), timeFor(0, HOUR_S - 60)], 'blocking'],
    ['is the time fee where time costs from the start', [timeFor(50_000, HOUR_S)], 'time'],
    ['is a fee for blocking where only later time costs', [{ ...afterAnHour, restrictions: { minDurationS: 60 } }], 'blocking'],
    ['is the time fee where the start fee and the time before both cost', [start(1_000_000), timeFor(50_000, HOUR_S)], 'time'],
  ])('%s', (_, others, kind) => {
    expect(kindAfterAnHour(...others)).toBe(kind);
  });
});

test('Each part of a price has its name', () => {
  const kindOf = (component: TariffElement['components'][number]) => lineKind(tariffOf(energy), { component, restrictions: {} });
  const parking = perMinute('PARKING_TIME', 1);
  const components = [perKwh(1), once(1), perMinute('TIME', 1), parking, { ...parking, graceAfterChargingMinutes: 0 }];
  expect(components.map(kindOf)).toEqual(['energy', 'start', 'time', 'blocking', 'occupancy']);
});

test('The first fee for staying is found with its time, where there is one and it costs something', () => {
  const usage = session({ from: '2026-07-08T08:00:00.000Z', energyWh: 5000, chargingS: HOUR_S, staysS: 6 * HOUR_S });
  const first = (tariff: typeof BLOCKING) => firstFee({ tariff, place: BERLIN, usage });
  const at = (text: string) => Date.parse(text) / 1000;
  expect(first(BLOCKING)).toEqual({ fromS: at('2026-07-08T12:00:00Z'), kind: 'blocking' });
  expect(first(OCCUPANCY)).toEqual({ fromS: at('2026-07-08T09:30:00Z'), kind: 'occupancy' });
  expect(first(tariffOf(energy, { components: [perMinute('PARKING_TIME', 0)] }))).toBeNull();
});
