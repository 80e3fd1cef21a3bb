import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { DEMO_SCRIPTS } from '../../../shared/charging/demo.ts';
import { readEvseId } from '../../../shared/model/evseId.ts';
import { LEGAL_TAGS } from '../../../shared/model/legal.ts';
import { COUNTRIES, LOCALES } from '../../../shared/model/locales.ts';
import type { Tariff, TariffElement } from '../../../shared/model/tariff.ts';
import { readOperatorData } from '../../shop/import/readOperatorData.ts';
import type { OperatorData } from '../records/records.ts';

const DEMO = join(import.meta.dirname, '../../../demo');
type Stations = Record<string, { script: string; plugs?: Record<string, string> }>;

let shop: OperatorData;
let stations: Stations;
beforeAll(async () => {
  shop = await readOperatorData(DEMO);
  stations = JSON.parse(await readFile(join(DEMO, 'stations.json'), 'utf8'));
});

test('the demo shop is read without a fault or a remark', () => {
  expect(shop.remarks).toEqual([]);
});

describe('clients', () => {
  test('a neutral brand and three of operators, one of them with a hopeless yellow', () => {
    expect(shop.clients.map(({ id }) => id)).toEqual(['house', 'blaufink', 'farnwald', 'canarybolt']);
    expect(shop.clients.map(({ colors }) => colors.primary)).toEqual(['#1770f0', '#1770f0', '#1f7a3f', '#ffd400']);
  });

  test('have logos for screen and paper', () => {
    for (const { logo, logoPrint } of shop.clients) {
      expect(logo).toMatchObject({ contentType: 'image/svg+xml', height: 64 });
      expect(logoPrint?.contentType).toBe('image/png');
      expect(Buffer.from(logoPrint?.base64 ?? '', 'base64').length).toBeLessThan(40_000);
    }
  });

  test('have legal texts in German and English with the tags we render, and say that they are samples', () => {
    for (const { id, languages, legal } of shop.clients) {
      expect(languages).toEqual([...LOCALES]);
      for (const locale of ['de', 'en'] as const) {
        const texts = Object.entries(legal[locale] ?? {});
        expect(texts.map(([kind]) => kind)).toEqual(expect.arrayContaining(['terms', 'privacy', 'imprint']));
        for (const [kind, { html, hash }] of texts) {
          const tags = [...html.matchAll(/<([a-z0-9]+)/g)].map(([, tag]) => tag);
          expect({ id, kind, foreign: tags.filter(tag => !(LEGAL_TAGS as readonly unknown[]).includes(tag)) }).toEqual({
            id,
            kind,
            foreign: [],
          });
          expect(html).toMatch(locale === 'de' ? /Beispieltext/ : /sample text/);
          expect(hash).toMatch(/^[0-9a-f]{64}$/);
        }
      }
    }
  });

  test('are reached by example addresses only', () => {
    for (const { supportEmail, supplier } of shop.clients) {
      expect(supportEmail).toMatch(/\.example$/);
      expect(supplier).toMatchObject({ city: 'Musterstadt', vatIds: { DE: 'DE000000000' } });
    }
  });
});

describe('points', () => {
  test('at least 30, most of them German, and each country at least once', () => {
    const inCountry = (country: string) => shop.points.filter(point => point.country === country).length;
    expect(shop.points.length).toBeGreaterThanOrEqual(30);
    expect(inCountry('de')).toBeGreaterThanOrEqual(24);
    expect(COUNTRIES.filter(country => inCountry(country) === 0)).toEqual([]);
    expect(new Set(shop.points.map(({ clientId }) => clientId))).toEqual(new Set(['blaufink', 'farnwald', 'canarybolt']));
  });

  test('ids are canonical, regions exact', () => {
    for (const { evseId, country, region } of shop.points) {
      expect(readEvseId(evseId)?.canonical).toBe(evseId);
      if (country === 'de') expect(region).toBe('DE-NW');
    }
  });

  test('plugs from Schuko to 300 kW, one point with three of them in different states', () => {
    const plugs = shop.points.flatMap(({ connectors }) => connectors);
    expect([...new Set(plugs.map(({ kind }) => kind))].sort()).toEqual(['ccs2', 'chademo', 'domestic', 'schuko', 'type2']);
    expect(Math.max(...plugs.map(({ powerW }) => powerW))).toBe(300_000);
    const three = shop.points.find(({ evseId }) => evseId === 'DE*BLF*E1003*1');
    expect(three?.connectors.map(({ kind, tariffId }) => [kind, tariffId])).toEqual([
      ['ccs2', 'DE*BLF*occupancy'],
      ['chademo', 'DE*BLF*occupancy'],
      ['type2', 'DE*BLF*night'],
    ]);
    expect(stations['DE*BLF*E1003*1']).toEqual({
      script: 'plugs-in',
      plugs: { 1: 'available', 2: 'charging', 3: 'unavailable' },
    });
  });

  test('each has one scripted driver, and every script is played', () => {
    expect(Object.keys(stations).sort()).toEqual(shop.points.map(({ evseId }) => evseId).sort());
    expect(new Set(Object.values(stations).map(({ script }) => script))).toEqual(new Set(DEMO_SCRIPTS));
  });

  test('scripts fit the points they are played at', () => {
    const stateAt = (script: string) =>
      shop.points.filter(({ evseId }) => stations[evseId]?.script === script).map(({ state }) => state);
    expect(new Set(stateAt('occupied'))).toEqual(new Set(['charging']));
    expect(new Set(stateAt('out-of-order'))).toEqual(new Set(['unavailable']));
    const free = shop.points.filter(({ connectors }) => connectors.every(({ tariffId }) => tariffId.endsWith('*free')));
    expect(free.map(({ evseId }) => stations[evseId]?.script)).toEqual(free.map(() => 'free'));
    expect(free.length).toBeGreaterThan(0);
  });
});

const parts = ({ elements }: Tariff) =>
  elements.flatMap(({ components, restrictions }) => components.map(component => ({ ...component, restrictions })));
const has = (tariff: Tariff, test: (part: ReturnType<typeof parts>[number]) => boolean): boolean => parts(tariff).some(test);
const restricts = (tariff: Tariff, key: keyof NonNullable<TariffElement['restrictions']>) =>
  has(tariff, part => part.restrictions?.[key] !== undefined);

describe('tariffs', () => {
  test.each<[string, (tariff: Tariff) => boolean]>([
    ['plain kWh', tariff => parts(tariff).length === 1 && has(tariff, ({ type }) => type === 'ENERGY')],
    [
      'start fee with minutes included',
      tariff => has(tariff, ({ type, priceMicro }) => type === 'FLAT' && priceMicro > 0) && restricts(tariff, 'maxDurationS'),
    ],
    ['time fee', tariff => parts(tariff).length === 1 && has(tariff, ({ type, stepSize }) => type === 'TIME' && stepSize === 60)],
    [
      'blocking fee after hours',
      tariff => has(tariff, ({ type, restrictions }) => type === 'PARKING_TIME' && (restrictions?.minDurationS ?? 0) >= 10_800),
    ],
    [
      'occupancy fee, capped',
      tariff =>
        has(
          tariff,
          part => part.graceAfterChargingMinutes === 10 && part.stepSize === 60 && part.maxPerSessionMinor !== undefined,
        ),
    ],
    ['night and weekend', tariff => restricts(tariff, 'startTime') && restricts(tariff, 'daysOfWeek')],
    ['holidays', tariff => restricts(tariff, 'holiday')],
    ['free', tariff => parts(tariff).every(({ priceMicro }) => priceMicro === 0)],
  ])('%s', (_, isKind) => {
    expect(shop.tariffs.filter(({ tariff }) => isKind(tariff)).length).toBeGreaterThan(0);
  });

  test('in euros, francs in Switzerland and forints in Hungary', () => {
    const currencyOf = new Map(shop.tariffs.map(({ id, tariff }) => [id, tariff.currency]));
    for (const { country, connectors } of shop.points) {
      const expected = { ch: 'CHF', hu: 'HUF' }[country as string] ?? 'EUR';
      expect(connectors.map(({ tariffId }) => currencyOf.get(tariffId))).toEqual(connectors.map(() => expected));
    }
  });

  test('are all gross, used, and at a price one could meet', () => {
    const used = new Set(shop.points.flatMap(({ connectors }) => connectors.map(({ tariffId }) => tariffId)));
    expect(new Set(shop.tariffs.map(({ id }) => id))).toEqual(used);
    for (const { tariff } of shop.tariffs) {
      expect(tariff.pricesIncludeVat).toBe(true);
      if (tariff.currency !== 'EUR') continue;
      const energy = parts(tariff).filter(({ type, priceMicro }) => type === 'ENERGY' && priceMicro > 0);
      for (const { priceMicro } of energy) expect(priceMicro >= 390_000 && priceMicro <= 790_000).toBe(true);
    }
  });
});
