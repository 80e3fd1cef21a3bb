import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createManualClock, type ManualClock } from '../support/clock.ts';
import { many } from '../support/ocpi/lists.ts';
import { type JsonObject, locationOf, tariffOf } from '../support/ocpi/objects.ts';
import { type OcpiShop, openOcpiShop } from '../support/ocpi/openOcpiShop.ts';
import type { SeenRequest } from '../support/ocpi/state.ts';
import { until } from '../support/until.ts';

const MINUTE_MS = 60_000;
const TARIFFS = [tariffOf('T1', 0.5), tariffOf('T2', 0.6)];

let clock: ManualClock;
let shop: OcpiShop;
/** Opens the app at this time. Each connection has its own minute between one and four o'clock for the complete pull. */
async function openAt(time: string): Promise<void> {
  clock = createManualClock(time);
  shop = await openOcpiShop({ clock });
  await shop.cpo.fill({ locations: many(12, locationOf), tariffs: TARIFFS });
  await shop.connect();
}
afterEach(() => shop.close());

const lists = async (module: string): Promise<readonly SeenRequest[]> =>
  (await shop.cpo.state()).seen.filter(({ method, path }) => method === 'GET' && path.endsWith(`/${module}/`));
const pulls = () => shop.notes.filter(({ event, facts }) => event === 'ocpi list pulled' && facts.module === 'locations');
/**
 * Advances the time until the locations have been pulled once more.
 * @returns the log fields of this pull
 */
async function pulledAfter(minutes: number): Promise<Readonly<Record<string, unknown>>> {
  const before = pulls().length;
  await clock.pass(minutes * MINUTE_MS);
  await until(
    async () => {
      await clock.pass(1000);
      return pulls().length;
    },
    count => count > before,
  );
  return pulls().at(-1)?.facts ?? {};
}
const offered = async () => {
  const points = shop.store.db.selectFrom('points').select('evse_id').where('source', '=', 'ocpi:town');
  return (await points.where('is_current', '=', 1).execute()).length;
};
const changed = (location: JsonObject, last_updated: string, more: JsonObject = {}): JsonObject => ({
  ...location,
  ...more,
  last_updated,
});

describe('The lists of a CPO, at night', () => {
  beforeEach(() => openAt('2026-11-20T23:30:00.000Z'));

  it('are read whole once: what is not in them any more is sold no more', async () => {
    await shop.cpo.fill({ locations: many(11, locationOf) });
    await pulledAfter(60);
    expect(await offered()).toBe(24);
    for (let hour = 0; hour < 4; hour++) await pulledAfter(60);
    expect(pulls().filter(({ facts }) => facts.whole)).toHaveLength(2);
    expect(await offered()).toBe(22);
  });
});

describe('The lists of a CPO', () => {
  beforeEach(() => openAt('2026-11-20T10:00:00.000Z'));

  it('are read whole at first, and then for what has changed since, by the CPO’s clock', async () => {
    expect(await offered()).toBe(24);
    const [first] = await lists('locations');
    expect(first?.query).not.toHaveProperty('date_from');
    await shop.cpo.fill({ locations: [...many(12, locationOf), changed(locationOf(13), '2026-11-20T10:30:00Z')] });
    expect(await pulledAfter(60)).toMatchObject({ whole: false, received: 13 });
    expect((await lists('locations')).at(-1)?.query.date_from).toBe('2026-11-20T09:55:00.000Z');
    await until(offered, count => count === 26);
    expect(await pulledAfter(60)).toMatchObject({ whole: false, received: 1 });
    expect((await lists('locations')).at(-1)?.query.date_from).toBe('2026-11-20T10:25:00.000Z');
  });

  it('lose a whole night’s read neither to a peer that ends it early nor to one that loses too much', async () => {
    await shop.cpo.fill({ locations: many(6, locationOf) });
    await shop.ocpi.pullCatalogue('town');
    expect(await offered()).toBe(24);
    expect(shop.notes.map(({ event }) => event)).toContain('ocpi list incomplete');
    await shop.cpo.fill({ locations: many(11, locationOf) });
    await shop.cpo.set({ page: { size: 5, isShrinking: true } });
    expect(await shop.ocpi.pullCatalogue('town')).toBe(false);
    expect(await offered()).toBe(24);
    await shop.cpo.set({ page: { isShrinking: false } });
    expect(await shop.ocpi.pullCatalogue('town')).toBe(true);
    expect(await offered()).toBe(22);
  });

  it('of a small CPO may lose most of its places at once, but not all of them', async () => {
    await shop.cpo.fill({ locations: many(8, locationOf) });
    await shop.ocpi.pullCatalogue('town');
    expect(await offered()).toBe(16);
    for (const [left, points] of [
      [3, 6],
      [2, 4],
      [0, 4],
    ] as const) {
      await shop.cpo.fill({ locations: many(left, locationOf) });
      await shop.ocpi.pullCatalogue('town');
      expect(await offered()).toBe(points);
    }
  });

  it('that lack a tariff end the sale by it', async () => {
    const tariffs = [...TARIFFS, ...many(6, number => tariffOf(`X${number}`, 0.5))];
    await shop.cpo.fill({ tariffs });
    await shop.ocpi.pullCatalogue('town');
    await shop.cpo.fill({ tariffs: tariffs.filter(({ id }) => id !== 'T1') });
    await shop.ocpi.pullCatalogue('town');
    expect(await offered()).toBe(12);
  });

  it('are asked for within minutes after an outage', async () => {
    await shop.cpo.set({ faults: [{ module: 'tariffs', kind: 'down', times: null }] });
    const seen = (await lists('tariffs')).length;
    await clock.pass(60 * MINUTE_MS);
    await until(
      async () => {
        await clock.pass(1000);
        return (await lists('tariffs')).length;
      },
      count => count >= seen + 4,
    );
    await shop.cpo.set({ faults: [] });
    expect(await pulledAfter(6)).toMatchObject({ whole: false, clean: true });
  });

  it('may name nobody’s points but the CPO’s own', async () => {
    await shop.cpo.fill({ locations: [...many(12, locationOf), { ...locationOf(13), party_id: 'BLF' }] });
    await shop.ocpi.pullCatalogue('town');
    expect(await offered()).toBe(24);
    expect(shop.notes.map(({ facts }) => facts.reason)).toContain('1 of another party');
  });

  it('with an object that cannot be read lose that one, and its operator is told where it is wrong', async () => {
    await shop.cpo.fill({ locations: [...many(11, locationOf), { ...locationOf(12), city: 7 }, locationOf(13)] });
    expect(await shop.ocpi.pullCatalogue('town')).toBe(true);
    expect(await offered()).toBe(26);
    const refused = shop.notes.filter(({ event }) => event === 'ocpi object rejected');
    expect(refused.map(({ facts }) => facts.path)).toContain('LOC12 $.city');
  });
});

describe('A location that its CPO tells of in part', () => {
  beforeEach(() => openAt('2026-11-20T10:00:00.000Z'));
  const push = (path: string, body: JsonObject) => shop.cpo.push({ module: 'locations', method: 'PUT', path, body });
  const afterSeconds = async (count: number) => {
    await until(
      async () => {
        await clock.pass(1000);
        return offered();
      },
      now => now === count,
    );
  };

  it('has no points as long as it is told without any, and is asked for', async () => {
    const { evses: _, ...bare } = locationOf(1);
    expect((await push('/DE/CPO/LOC1', bare)).status).toBe(200);
    expect(await offered()).toBe(22);
    await afterSeconds(24);
  });

  it('is asked for when one of its EVSEs is told first', async () => {
    await shop.cpo.fill({ locations: many(13, locationOf) });
    const [evse] = locationOf(13).evses as JsonObject[];
    expect(await push('/DE/CPO/LOC13/13-1', evse ?? {})).toMatchObject({ status: 404, answer: { status_code: 2003 } });
    await afterSeconds(26);
  });

  it('is not asked for over and over when its CPO does not know it either', async () => {
    const [evse] = locationOf(99).evses as JsonObject[];
    await push('/DE/CPO/LOC99/99-1', evse ?? {});
    const countRequests = async () =>
      (await shop.cpo.state()).seen.filter(({ path }) => path.endsWith('/locations/LOC99')).length;
    await until(
      async () => {
        await clock.pass(5000);
        return countRequests();
      },
      count => count > 0,
    );
    await clock.pass(10 * MINUTE_MS);
    expect(await countRequests()).toBe(1);
  });
});
