import { describe, expect, it } from '@jest/globals';
import { Temporal } from 'temporal-polyfill';
import { saveNeedsSecond } from '../../server/shop/catalogue/tariffState.ts';
import type { Store } from '../../server/store/engine/database.ts';
import { openSqlite } from '../../server/store/engine/sqlite.ts';
import { createStore } from '../../server/store/store.ts';
import type { PriceAct } from '../../shared/console/acts.ts';
import type { Acted, Operating } from '../../shared/console/operating.ts';
import type { TariffShown } from '../../shared/console/prices.ts';
import type { Role } from '../../shared/console/signedIn.ts';
import { HOUR_MS, iso, MINUTE_MS } from '../../shared/model/time.ts';
import { bothEngines } from '../support/bothEngines.ts';
import { type OpenOperator, openOperator, PLAIN } from '../support/openShop.ts';
import { fc, runs } from '../support/property.ts';

const TARIFF = 'DE*BLF*plain';
const ZONE = 'Europe/Berlin';
const FIRST_MICRO = 490_000;
const reason = 'Grid fees';

let forms = 0;
const as = (shop: OpenOperator, name: string, may: Role = 'act'): Operating =>
  shop.operator.console.operatingAs({ name, may, by: 'link' }, 'request');
const send = (operating: Operating, act: PriceAct): Promise<Acted> =>
  operating.act({ ...act, seen: 0, form: `price-${++forms}` });

async function shown(shop: OpenOperator): Promise<TariffShown> {
  const { shown: tariff } = await as(shop, 'Anna').getPrices({ tariff: TARIFF });
  if (!tariff) throw new Error('No plug is sold at the tariff');
  return tariff;
}

/** Local time of an instant at the points of the tariff, to the minute. */
const localAt = (ms: number): string =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(ZONE).toPlainDateTime().toString({ smallestUnit: 'minute' });

const change = (from: string, priceMicro: number, more: Partial<Extract<PriceAct, { does: 'change-price' }>> = {}) =>
  ({
    ...{ does: 'change-price', tariff: TARIFF, from, prices: [{ row: 1, priceMicro }], added: [], needsSecond: false, reason },
    ...more,
  }) as const satisfies PriceAct;

const withShop = async (openStore: () => Promise<Store>, work: (shop: OpenOperator) => Promise<void>, startsAt?: string) => {
  const shop = await openOperator({ store: await openStore(), ...(startsAt ? { startsAt } : {}) });
  try {
    await work(shop);
  } finally {
    await shop.close();
  }
};

/** Instants shortly before both clock changes and New Year. */
const STARTS = ['2026-10-25T00:30:00Z', '2027-03-28T00:40:00Z', '2026-12-31T22:40:00Z', '2026-11-27T09:00:30Z'];

interface Announced {
  from: number;
  priceMicro: number;
}

/** The price at an instant, calculated without the code of the shop: of the changes that have begun, the last one. */
function expectedMicro(changes: readonly Announced[], ms: number): number {
  let found: Announced = { from: Number.NEGATIVE_INFINITY, priceMicro: FIRST_MICRO };
  for (const each of changes) if (each.from <= ms && each.from >= found.from) found = each;
  return found.priceMicro;
}

/** Price of some energy in cents, rounded half up. */
const expectedMinor = (energyWh: number, priceMicro: number): number =>
  Number((BigInt(energyWh) * BigInt(priceMicro) + 5_000_000n) / 10_000_000n);

/** True if the clocks of the location skip or repeat the local time of an instant. */
const isAmbiguous = (local: string): boolean => {
  try {
    Temporal.PlainDateTime.from(local).toZonedDateTime(ZONE, { disambiguation: 'reject' });
    return false;
  } catch {
    return true;
  }
};

/** Announces a change from a whole minute on. Changes that the shop must refuse are left out of the result. */
async function announce(
  shop: OpenOperator,
  { minutes, priceMicro }: { minutes: number; priceMicro: number },
  before: readonly Announced[],
) {
  const from = Math.ceil(shop.clock.now().getTime() / MINUTE_MS) * MINUTE_MS + minutes * MINUTE_MS;
  const local = localAt(from);
  const { version, announced } = await shown(shop);
  const base = announced.findLast(each => Date.parse(each.from ?? '') <= from)?.version ?? version;
  const acted = await send(as(shop, 'Anna'), change(local, priceMicro, { base }));
  const isPossible = !isAmbiguous(local) && priceMicro !== expectedMicro(before, from);
  expect([acted.kind, local]).toEqual([isPossible ? 'done' : 'not-now', local]);
  return isPossible ? [...before, { from, priceMicro }] : before;
}

describe.each(bothEngines())('A price that staff change, on %s', (engine, openStore) => {
  it('prices each session as an independent calculation does: by the version at the time of the order', async () => {
    const minutes = fc.integer({ min: 0, max: 80 });
    const changes = fc.array(fc.record({ minutes, priceMicro: fc.integer({ min: 1, max: 1_900_000 }) }), {
      minLength: 1,
      maxLength: 3,
    });
    const orders = fc.array(
      fc.record({ afterS: fc.integer({ min: 0, max: 1500 }), energyWh: fc.integer({ min: 1, max: 12_000 }) }),
      {
        minLength: 1,
        maxLength: 4,
      },
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...STARTS), changes, orders, async (startsAt, wanted, placed) => {
        const price = async (shop: OpenOperator) => {
          let known: readonly Announced[] = [];
          for (const each of wanted) known = await announce(shop, each, known);
          for (const { afterS, energyWh } of placed) {
            await shop.pass(afterS);
            const micro = expectedMicro(known, shop.clock.now().getTime());
            expect((await shop.operator.getChargingPoint(PLAIN)).plugs[0]?.prices.now.energyMicro).toBe(micro);
            const charging = await shop.charging();
            await shop.pass(300);
            await shop.stations.end(charging.authorizationReference, { at: shop.clock.now(), energyWh });
            await shop.pass(5);
            expect((await shop.session(charging)).totalMinor).toBe(expectedMinor(energyWh, micro));
          }
        };
        await withShop(openStore, price, startsAt);
      }),
      runs(engine === 'SQLite' ? 6 : 2),
    );
  }, 120_000);

  it('is announced, starts to the minute, and refuses an order at the old price', () =>
    withShop(
      openStore,
      async shop => {
        const from = Date.parse('2026-12-31T23:00:00Z');
        expect(await send(as(shop, 'Anna'), change('2027-01-01T00:00', 610_000))).toMatchObject({ kind: 'done' });
        const { announced } = await shown(shop);
        expect(announced).toMatchObject([{ from: iso(new Date(from)), changed: { who: 'Anna', reason } }]);
        const running = await shop.charging();
        const request = await shop.request();
        await shop.pass((from - shop.clock.now().getTime()) / 1000);
        await expect(shop.operator.startSession(request)).rejects.toMatchObject({ code: 'tariff-changed' });
        await shop.stations.end(running.authorizationReference, { at: shop.clock.now(), energyWh: 10_000 });
        await shop.pass(5);
        expect((await shop.session(running)).totalMinor).toBe(490);
      },
      '2026-12-31T22:50:00Z',
    ));

  it('is refused if the person has seen other prices, and the refusal names the change of the other person', () =>
    withShop(openStore, async shop => {
      const { revision } = await shown(shop);
      const from = localAt(shop.clock.now().getTime() + HOUR_MS);
      const both = await Promise.all([
        send(as(shop, 'Anna'), change(from, 610_000, { revision })),
        send(as(shop, 'Jonas'), change(from, 390_000, { revision })),
      ]);
      expect(both.map(({ kind }) => kind).sort()).toEqual(['changed', 'done']);
      const [first, second] = both[0]?.kind === 'done' ? ['Anna', both[1]] : ['Jonas', both[0]];
      expect(second).toMatchObject({ kind: 'changed', by: { who: first, does: 'change-price', reason } });
      expect((await shown(shop)).announced).toHaveLength(1);
    }));

  it('awaits another person if the operator requires one', () =>
    withShop(openStore, async shop => {
      await saveNeedsSecond(shop.store.db, true);
      const from = localAt(shop.clock.now().getTime() + HOUR_MS);
      const [anna, jonas] = [as(shop, 'Anna'), as(shop, 'Jonas')];
      expect(await send(anna, change(from, 610_000))).toMatchObject({ kind: 'done' });
      expect(await shown(shop)).toMatchObject({ announced: [], waiting: { changed: { who: 'Anna' } } });
      expect((await anna.getToday()).attention).toMatchObject([{ about: { kind: 'tariff', name: TARIFF }, endsManually: false }]);
      const confirm = { does: 'confirm-price', tariff: TARIFF, reason } as const;
      expect(await send(anna, confirm)).toMatchObject({ text: { key: 'prices.refusal.notYourself' } });
      expect(await send(jonas, change(from, 390_000))).toMatchObject({ text: { key: 'prices.refusal.waits' } });
      expect(await send(jonas, confirm)).toMatchObject({ kind: 'done' });
      expect(await shown(shop)).toMatchObject({ announced: [{ changed: { who: 'Anna' } }], waiting: null });
      expect(await anna.countAttention()).toBe(0);
    }));

  it('that awaits another person too long does not start in the past', () =>
    withShop(openStore, async shop => {
      const from = localAt(shop.clock.now().getTime() + HOUR_MS);
      await send(as(shop, 'Anna'), change(from, 610_000, { needsSecond: true }));
      await shop.pass(3660);
      const decision = (does: 'confirm-price' | 'decline-price') => send(as(shop, 'Jonas'), { does, tariff: TARIFF, reason });
      expect(await decision('confirm-price')).toMatchObject({ text: { key: 'prices.refusal.past' } });
      expect(await decision('decline-price')).toMatchObject({ kind: 'done' });
      expect(await shown(shop)).toMatchObject({ announced: [], waiting: null });
    }));

  it('is withdrawn before it starts, not after', () =>
    withShop(openStore, async shop => {
      await send(as(shop, 'Anna'), change(localAt(shop.clock.now().getTime() + HOUR_MS), 610_000));
      const [{ from = '' } = {}] = (await shown(shop)).announced as readonly { from: string }[];
      const withdraw = { does: 'withdraw-price', tariff: TARIFF, from, reason } as const;
      expect(await send(as(shop, 'Jonas'), withdraw)).toMatchObject({ kind: 'done' });
      expect((await shown(shop)).announced).toEqual([]);
      await send(as(shop, 'Anna'), change(localAt(Date.parse(from)), 610_000));
      await shop.pass(3660);
      expect(await send(as(shop, 'Jonas'), withdraw)).toMatchObject({ text: { key: 'prices.refusal.started' } });
    }));

  it('is withdrawn only with another person if the operator requires one, and by the revision that the person saw', () =>
    withShop(openStore, async shop => {
      const [anna, jonas] = [as(shop, 'Anna'), as(shop, 'Jonas')];
      await send(anna, change(localAt(shop.clock.now().getTime() + HOUR_MS), 610_000));
      await saveNeedsSecond(shop.store.db, true);
      const { announced, revision } = await shown(shop);
      const withdraw = { does: 'withdraw-price', tariff: TARIFF, from: announced[0]?.from ?? '', reason } as const;
      expect(await send(jonas, { ...withdraw, revision: 'older' })).toMatchObject({ kind: 'changed' });
      expect(await send(jonas, { ...withdraw, revision })).toMatchObject({ kind: 'done', waits: true });
      expect(await shown(shop)).toMatchObject({ announced: [{}], waiting: { isWithdrawal: true, changed: { who: 'Jonas' } } });
      expect(await send(anna, withdraw)).toMatchObject({ text: { key: 'prices.refusal.waits' } });
      const confirm = { does: 'confirm-price', tariff: TARIFF, reason } as const;
      expect(await send(jonas, confirm)).toMatchObject({ text: { key: 'prices.refusal.notYourself' } });
      expect(await send(anna, { ...confirm, revision })).toMatchObject({ kind: 'changed' });
      expect(await send(anna, { ...confirm, revision: (await shown(shop)).revision })).toMatchObject({ kind: 'done' });
      expect(await shown(shop)).toMatchObject({ announced: [], waiting: null });
      expect(await anna.countAttention()).toBe(0);
    }));

  it('whose withdrawal is rejected starts as announced', () =>
    withShop(openStore, async shop => {
      const [anna, jonas] = [as(shop, 'Anna'), as(shop, 'Jonas')];
      await saveNeedsSecond(shop.store.db, false);
      await send(anna, change(localAt(shop.clock.now().getTime() + HOUR_MS), 610_000));
      await saveNeedsSecond(shop.store.db, true);
      const from = (await shown(shop)).announced[0]?.from ?? '';
      await send(jonas, { does: 'withdraw-price', tariff: TARIFF, from, reason });
      expect(await send(anna, { does: 'decline-price', tariff: TARIFF, reason })).toMatchObject({ kind: 'done' });
      await shop.pass(3660);
      expect(await shown(shop)).toMatchObject({ changed: { who: 'Anna' }, announced: [], waiting: null });
    }));
});

const openSqliteStore = async () => createStore(openSqlite(':memory:'));

describe('A change of prices', () => {
  const later = '2026-12-24T00:00';
  const cases: readonly [string, PriceAct, string][] = [
    ['a negative price', change(later, -1), 'unreadable'],
    ['half a millionth', change(later, 0.5), 'unreadable'],
    ['no number', change(later, Number.NaN), 'unreadable'],
    ['an endless price', change(later, Number.POSITIVE_INFINITY), 'unreadable'],
    ['a price beyond all integers', change(later, 1e15), 'unreadable'],
    ['a price in cents', change(later, 49_000_000), 'impossible'],
    ['a start in the past', change('2026-11-01T00:00', 510_000), 'past'],
    ['a start in a hundred years', change('2126-11-01T00:00', 510_000), 'tooFar'],
    ['an hour that a clock change skips', change('2027-03-28T02:30', 510_000), 'noTime'],
    ['an hour that a clock change repeats', change('2027-10-31T02:30', 510_000), 'noTime'],
    ['a day that does not exist', change('2027-02-30T00:00', 510_000), 'noTime'],
    ['a start with seconds and a zone', change('2027-02-01T00:00:00Z', 510_000), 'noTime'],
    ['no reason', change(later, 510_000, { reason: '  ' }), 'noReason'],
    ['the price of now', change(later, FIRST_MICRO), 'same'],
    ['a price that the tariff does not have', change(later, 1, { prices: [{ row: 2, priceMicro: 1 }] }), 'noRow'],
    ['a row of minus one', change(later, 1, { prices: [{ row: -1, priceMicro: 1 }] }), 'noRow'],
    ['another base', change(later, 510_000, { base: 'another' }), 'otherBase'],
    ['an unknown tariff', change(later, 510_000, { tariff: "x' or 1=1" }), 'unknown'],
    [
      'an empty period',
      change(later, 1, { prices: [], added: [{ days: [], from: '10:00', to: '10:00', priceMicro: 1 }] }),
      'noPeriod',
    ],
    [
      'a period of nonsense',
      change(later, 1, { prices: [], added: [{ days: [], from: '9', to: '99:99', priceMicro: 1 }] }),
      'noPeriod',
    ],
  ];

  it('is refused, and changes nothing, for input that no operator means', () =>
    withShop(openSqliteStore, async shop => {
      const before = await shown(shop);
      for (const [name, act, key] of cases) {
        const acted = await send(as(shop, 'Anna'), act);
        expect([name, acted]).toEqual([
          name,
          expect.objectContaining({ kind: 'not-now', text: expect.objectContaining({ key: `prices.refusal.${key}` }) }),
        ]);
      }
      expect(await send(as(shop, 'Anna', 'read'), change(later, 510_000))).toEqual({ kind: 'read-only' });
      expect(await shown(shop)).toEqual(before);
    }));

  it('adds a price for some hours, shows week and cost before and after, and warns', () =>
    withShop(openSqliteStore, async shop => {
      const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const;
      const added = [{ days, from: '16:00', to: '20:00', priceMicro: 2_500_000 }];
      const preview = await as(shop, 'Anna').preview(change(later, 510_000, { added }));
      if (preview.kind !== 'possible' || !preview.price) throw new Error(JSON.stringify(preview));
      const { before, after, examples, remarks, timeZone, from } = preview.price;
      expect([from, timeZone, remarks]).toEqual(['2026-12-23T23:00:00.000Z', 'Europe/Vienna', ['high']]);
      expect(before.days[0]?.periods.map(({ energyMicro }) => energyMicro)).toEqual([490_000]);
      expect(after.days[0]?.periods.map(each => [each.from, each.to, each.energyMicro])).toEqual([
        ['00:00', '16:00', 510_000],
        ['16:00', '20:00', 2_500_000],
        ['20:00', '24:00', 510_000],
      ]);
      expect(after.days.find(({ day }) => day === 'saturday')?.periods).toHaveLength(1);
      expect(examples[0]).toEqual({ day: 'monday', time: '16:00', beforeMinor: 980, afterMinor: 5000 });
      expect((await shown(shop)).announced).toEqual([]);
    }));
});
