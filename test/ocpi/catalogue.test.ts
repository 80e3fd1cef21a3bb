import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openPostgres } from '../../server/store/engine/postgres.ts';
import { createStore } from '../../server/store/store.ts';
import { many } from '../support/ocpi/lists.ts';
import { type JsonObject, locationOf, tariffOf } from '../support/ocpi/objects.ts';
import { type OpenLocations, openLocations, priceOf, TOWN } from '../support/ocpi/openLocations.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';

const TARIFFS = [tariffOf('T1', 0.5), tariffOf('T2', 0.6)];
const AC = (number: number) => `DE*CPO*E${number}*1`;

let town: OpenLocations;
beforeEach(async () => {
  town = await openLocations();
});
afterEach(() => town.close());

const locationId = (number: number) => ({
  connectionId: TOWN,
  country_code: 'DE',
  party_id: 'CPO',
  id: `LOC${number}`,
  evseUid: null as string | null,
  connectorId: null as string | null,
});
/** Returns a copy of the location in which the first connector has the given tariff. */
function naming(number: number, tariffId: string): JsonObject {
  const location = structuredClone(locationOf(number));
  const [evse] = location.evses as { connectors: { tariff_ids: string[] }[] }[];
  if (evse?.connectors[0]) evse.connectors[0].tariff_ids = [tariffId];
  return location;
}
const later = (object: JsonObject, last_updated = '2026-11-21T10:00:00Z'): JsonObject => {
  const renewed = structuredClone(object);
  for (const each of [renewed, ...((renewed.evses ?? []) as JsonObject[])]) each.last_updated = last_updated;
  return renewed;
};
/** @returns the ids of the locations whose changes the OCPI adapter passed to the app's catalogue during `work` */
async function findPushedDuring(work: () => Promise<unknown>): Promise<readonly string[]> {
  const before = await town.reportedAt();
  await town.shop.pass(1);
  await work();
  return [...(await town.reportedAt())].filter(([location, at]) => at !== before.get(location)).map(([location]) => location);
}

describe('What a CPO sells', () => {
  it('is told page by page, and sold with its prices', async () => {
    await town.pull({ tariffs: TARIFFS, locations: many(3, locationOf) });
    expect(await town.offered()).toHaveLength(6);
    expect(priceOf(await town.plug(AC(2)))).toBe(595_000);
  });

  it('is sold but for an EVSE that cannot be read, of which the operator is told; and so is that once it can', async () => {
    const evses = locationOf(1).evses as JsonObject[];
    const { status: _, ...bad } = evses[0] ?? {};
    await town.pull({ tariffs: TARIFFS, locations: [{ ...locationOf(1), evses: [bad, ...evses.slice(1)] }] });
    expect(await town.offered()).toEqual(['DE*CPO*E1*2']);
    expect(await town.shop.operator.catalogue.listRefused(`ocpi:${TOWN}`)).toEqual([
      { file: `ocpi:${TOWN}`, path: '$.locations[DE*CPO*LOC1].evses[0].status', reason: 'is required' },
    ]);
    const [version, lastUpdated] = ['2.2.1', new Date('2026-11-21T10:00:00Z')] as const;
    const patch = { status: 'CHARGING', last_updated: lastUpdated.toISOString() };
    const ofOther = { ...locationId(1), evseUid: '1-2' };
    expect(await town.locations.patchLocation({ place: ofOther, patch, lastUpdated, version })).toEqual({ kind: 'updated' });
    const wrong = { connectors: 'none', last_updated: patch.last_updated };
    expect(await town.locations.patchLocation({ place: ofOther, patch: wrong, lastUpdated, version })).toMatchObject({
      kind: 'invalid',
    });
    const raw = { ...evses[0], last_updated: patch.last_updated };
    const ofBad = { ...locationId(1), evseUid: '1-1' };
    expect(await town.locations.putLocation({ place: ofBad, raw, lastUpdated, version })).toEqual({ kind: 'updated' });
    expect(await town.offered()).toEqual(['DE*CPO*E1*1', 'DE*CPO*E1*2']);
    expect(await town.shop.operator.catalogue.listRefused(`ocpi:${TOWN}`)).toEqual([]);
  });

  it('stays as it was where none of its EVSEs can be read any more', async () => {
    await town.pull({ tariffs: TARIFFS, locations: [locationOf(1)] });
    const evses = (locationOf(1).evses as JsonObject[]).map(({ last_updated: _, ...evse }) => evse);
    await town.pull({ locations: [{ ...locationOf(1), evses }] });
    expect(await town.offered()).toHaveLength(2);
  });

  it('is not written again when nothing but its times has changed', async () => {
    const locations = many(3, locationOf);
    await town.pull({ tariffs: TARIFFS, locations });
    const again = { tariffs: TARIFFS.map(each => later(each)), locations: locations.map(each => later(each)) };
    expect(await findPushedDuring(() => town.pull(again))).toEqual([]);
    expect(await findPushedDuring(() => town.pull({ ...again, isWhole: true }))).toEqual([]);
  });

  it('changes its price where the tariff is named, and nowhere else', async () => {
    await town.pull({ tariffs: [...TARIFFS, tariffOf('T7', 0.5)], locations: [...many(5, locationOf), naming(7, 'T7')] });
    expect(await findPushedDuring(() => town.pushTariff(tariffOf('T7', 0.7)))).toEqual(['DE*CPO*LOC7']);
    expect([priceOf(await town.plug(AC(7))), priceOf(await town.plug(AC(1)))]).toEqual([833_000, 595_000]);
    expect(await findPushedDuring(() => town.pushTariff(later(tariffOf('T7', 0.7))))).toEqual([]);
  });

  it('follows the names: a connector that names another tariff now has its price, and not the old one’s', async () => {
    await town.pull({ tariffs: [...TARIFFS, tariffOf('T7', 0.7)], locations: [naming(1, 'T7')] });
    await town.pull({ locations: [later(locationOf(1))] });
    expect(await findPushedDuring(() => town.pushTariff(tariffOf('T7', 0.9)))).toEqual([]);
    expect(priceOf(await town.plug(AC(1)))).toBe(595_000);
  });

  it('is sold by the newest price, whichever process was told of it', async () => {
    await town.pull({ tariffs: TARIFFS, locations: [locationOf(1)] });
    await town.pushTariff(tariffOf('T1', 0.7), { at: town.other });
    await town.pull({ locations: [locationOf(2)] });
    expect([priceOf(await town.plug(AC(1))), priceOf(await town.plug(AC(2)))]).toEqual([833_000, 833_000]);
  });

  it('keeps its new price when a process ends between the price and the places', async () => {
    await town.pull({ tariffs: TARIFFS, locations: many(2, locationOf) });
    await town.locations.storeTariffs({
      connectionId: TOWN,
      version: '2.2.1',
      startedAt: town.shop.clock.now(),
      isWhole: false,
      items: [tariffOf('T1', 0.7)],
    });
    expect(priceOf(await town.plug(AC(1)))).toBe(595_000);
    await town.other.resales.due(TOWN);
    expect(priceOf(await town.plug(AC(1)))).toBe(833_000);
    expect(await findPushedDuring(() => town.locations.resales.due(TOWN))).toEqual([]);
  });

  it('says how a plug stands without being sold again', async () => {
    await town.pull({ tariffs: TARIFFS, locations: many(2, locationOf) });
    const patch = { status: 'CHARGING', last_updated: '2026-11-20T11:00:00Z' };
    const evse = { ...locationId(1), evseUid: '1-1' };
    const push = () =>
      town.locations.patchLocation({ place: evse, patch, lastUpdated: new Date(patch.last_updated), version: '2.2.1' });
    expect(await findPushedDuring(push)).toEqual([]);
    expect([(await town.plug(AC(1))).state, (await town.plug(AC(2))).state]).toEqual(['occupied', 'available']);
  });

  it('is sold by what the client says now, after the next whole list at the latest', async () => {
    await town.pull({ tariffs: [withoutVat('T1'), tariffOf('T2', 0.6)], locations: [locationOf(1)] });
    await town.rule({ vat: { de: 10 } });
    await town.pull({ locations: [locationOf(1)] });
    expect(priceOf(await town.plug(AC(1)))).toBe(550_000);
  });

  it.each([
    ['2.2.1, net as ever, with the rate that it tells', '2.2.1', tariffOf('T1', 1), 1_190_000],
    ['2.2.1, net as ever, with the client’s rate where it tells none', '2.2.1', withoutVat('T1', 1), 1_190_000],
    ['2.3.0, net as it says', '2.3.0', { ...tariffOf('T1', 1), tax_included: 'NO' }, 1_190_000],
    ['2.3.0, gross as it says', '2.3.0', { ...tariffOf('T1', 1), tax_included: 'YES' }, 1_000_000],
  ] as const)('has the price that is pushed in the words of %s', async (_what, version, tariff, gross) => {
    await town.pull({ tariffs: TARIFFS, locations: [locationOf(1)] });
    await town.pushTariff(tariff, { version });
    expect(priceOf(await town.plug(AC(1)))).toBe(gross);
  });

  it('changes its price when one tariff ends and another begins, without a word of the CPO', async () => {
    const at = new Date(town.shop.clock.now().getTime() + 3_600_000).toISOString();
    const before = { ...tariffOf('T1', 0.5), end_date_time: at };
    const after = { ...tariffOf('T3', 0.8), start_date_time: at };
    const location = naming(1, 'T1');
    const [evse] = location.evses as { connectors: { tariff_ids: string[] }[] }[];
    evse?.connectors[0]?.tariff_ids.push('T3');
    await town.pull({ tariffs: [before, after, tariffOf('T2', 0.6)], locations: [location] });
    await town.shop.pass(3000);
    await town.other.resales.due(TOWN);
    expect([(await town.plug(AC(1))).state, priceOf(await town.plug(AC(1)))]).toEqual(['available', 595_000]);
    await town.shop.pass(601);
    await town.other.resales.due(TOWN);
    expect([(await town.plug(AC(1))).state, priceOf(await town.plug(AC(1)))]).toEqual(['available', 952_000]);
    expect(await findPushedDuring(() => town.locations.resales.due(TOWN))).toEqual([]);
  });

  it.each([
    ['that, beside what the client offers', 4990, [2500, 4990, 5000, 8000], 4990],
    ['the client’s highest hold where it is more', 20_000, [2500, 5000, 8000], 8000],
    ['the least hold worth offering where it is less', 10, [2500, 5000, 8000], 2500],
  ])('offers first, where its CPO wants something to be held, %s', async (_what, wanted, offered, first) => {
    await town.rule({ holds: { EUR: [5000, 2500, 8000] } });
    const tariff = { ...tariffOf('T1', 0.5), tax_included: 'NO', preauthorize_amount: wanted / 100 };
    await town.pull({ tariffs: TARIFFS, locations: [locationOf(1)] });
    await town.pushTariff(tariff, { version: '2.3.0' });
    const plug = await town.plug(AC(1));
    expect(plug.limits.map(({ amountMinor }) => amountMinor)).toEqual(offered);
    expect(plug.defaultLimitMinor).toBe(first);
    const orderOptions = { clientId: 'blaufink', evseId: AC(1), connector: '1', limitMinor: 2500 };
    expect(await town.shop.payment(await town.shop.order(orderOptions))).toMatchObject({ amountMinor: 2500 });
  });

  it('is known down to its plugs by whoever starts there, also in a process that was told nothing', async () => {
    await town.pull({ tariffs: TARIFFS, locations: [locationOf(1)] });
    await town.shop.restart();
    await town.shop.paid({ clientId: 'blaufink', evseId: 'DE*CPO*E1*2', connector: '1' });
    expect(town.shop.stations.lastAddress()).toMatchObject({ plug: { isDc: true, canUnlock: true } });
  });

  it('is sold by the other of two sources as soon as the first lets it go', async () => {
    await town.pull({ tariffs: TARIFFS, locations: [locationOf(1)] });
    const twin = { ...locationOf(1), id: 'TWIN' };
    await town.pull({ locations: [twin] });
    expect(await town.offered()).toHaveLength(2);
    await town.pull({ locations: [{ ...locationOf(1), publish: false }] });
    expect(await town.offered()).toHaveLength(0);
    await town.pull({ locations: [twin] });
    expect(await town.offered()).toHaveLength(2);
  });
});

describe.each(['SQLite', 'PostgreSQL'])('On %s', engine => {
  let server: PostgresServer | null = null;
  beforeAll(async () => {
    server = engine === 'PostgreSQL' ? await startPostgres() : null;
  });
  afterAll(() => server?.close());

  it('what two processes are told of one place at once is kept, all of it, and sold', async () => {
    const store = server && createStore(openPostgres(await server.createDatabase()));
    const busy = await openLocations(store ? { store } : {});
    const uids = Array.from({ length: 12 }, (_, at) => `1-${at + 1}`);
    const [evse] = locationOf(1).evses as JsonObject[];
    const evses = uids.map((uid, at) => ({ ...evse, uid, evse_id: `DE*CPO*E1*${at + 1}` }));
    await busy.pull({ tariffs: TARIFFS, locations: [{ ...locationOf(1), evses }] });
    const patch = { status: 'CHARGING', last_updated: '2026-11-20T11:00:00Z' };
    const patchEvse = (evseUid: string, at: number) =>
      (at % 2 === 0 ? busy.locations : busy.other).patchLocation({
        place: { ...locationId(1), evseUid },
        patch: at % 3 === 0 ? { ...patch, physical_reference: `P${at}` } : patch,
        lastUpdated: new Date(patch.last_updated),
        version: '2.2.1',
      });
    const price = busy.pushTariff(later(tariffOf('T1', 0.7)), { at: busy.other });
    expect((await Promise.all(uids.map(patchEvse))).map(({ kind }) => kind)).toEqual(uids.map(() => 'updated'));
    await price;
    const plugs = await Promise.all(uids.map((_, at) => busy.plug(`DE*CPO*E1*${at + 1}`)));
    expect(plugs.map(plug => [plug.state, priceOf(plug)])).toEqual(uids.map(() => ['occupied', 833_000]));
    await busy.close();
  });

  it('a text that no database holds keeps its own place or EVSE from being sold, and no other', async () => {
    const store = server && createStore(openPostgres(await server.createDatabase()));
    const unusual = await openLocations(store ? { store } : {});
    const locations = [
      { ...locationOf(1), city: 'K\u0000ln' },
      { ...locationOf(2), address: 'Weg \ud83d 1' },
      { ...locationOf(3), id: 'LOC\ude00' },
      { ...locationOf(4), id: 'LOC\u0000' },
      naming(5, 'T\ud83d'),
      naming(6, 'T\u0000'),
      locationOf(7),
    ];
    await unusual.pull({ tariffs: [...TARIFFS, tariffOf('T\ud83d', 0.5), tariffOf('T\u0000', 0.5)], locations });
    const { catalogue } = unusual.shop.operator;
    expect(await unusual.offered()).toEqual(['DE*CPO*E5*2', 'DE*CPO*E6*2', 'DE*CPO*E7*1', 'DE*CPO*E7*2']);
    const refused = (await catalogue.listRefused(`ocpi:${TOWN}`)).map(({ path, reason }) => `${path}: ${reason}`);
    expect(refused).toContainEqual(expect.stringMatching(/LOC1.*city: holds a character that cannot be stored/));
    expect(refused.filter(text => /LOC[56]\]\.evses\[0\]\.connectors\[0\]\.tariff_ids/.test(text))).toHaveLength(2);
    expect(refused).toContainEqual(expect.stringMatching(/LOC2.*address: holds a character that cannot be stored/));
    await unusual.close();
  });
});

function withoutVat(id: string, price = 0.5): JsonObject {
  const tariff = structuredClone(tariffOf(id, price));
  const [element] = tariff.elements as { price_components: JsonObject[] }[];
  Reflect.deleteProperty(element?.price_components[0] ?? {}, 'vat');
  return tariff;
}
