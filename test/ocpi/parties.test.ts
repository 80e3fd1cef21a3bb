import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ocpiRows } from '../../server/compose/sources.ts';
import { createStationAdmin } from '../../server/compose/stationAdmin.ts';
import { listOpen } from '../../server/runtime/alerts.ts';
import { readOperatorData } from '../../server/shop/import/readOperatorData.ts';
import { NO_PARTIES } from '../../server/stations/ocpi/connections/parties.ts';
import { connect, renew } from '../../server/stations/ocpi/connections/registration.ts';
import { listActs } from '../../server/store/staff/acts.ts';
import { createManualClock } from '../support/clock.ts';
import { linesOf } from '../support/commandLines.ts';
import { type JsonObject, locationOf, lowPowerAtHighPrice, tariffOf } from '../support/ocpi/objects.ts';
import { createOcpiDriver } from '../support/ocpi/ocpiDriver.ts';
import { type LocalCpo, openLocalCpo } from '../support/ocpi/openLocalCpo.ts';
import { type OcpiShop, openOcpiShop } from '../support/ocpi/openOcpiShop.ts';
import { orderPaid } from '../support/paidOrder.ts';
import { until } from '../support/until.ts';

const OWN = { country_code: 'DE', party_id: 'CPO' };
const BRAND = { country_code: 'DE', party_id: 'BLF' };
const HUB = { country_code: 'DE', party_id: 'HUB' };
const cpo = (party: typeof OWN) => ({ role: 'CPO', ...party });

let shop: OcpiShop;
const opened: LocalCpo[] = [];
beforeEach(async () => {
  shop = await openOcpiShop();
});
afterEach(async () => {
  await shop.close();
  for (const each of opened.splice(0)) await each.close();
});

/** Returns a copy of the location that belongs to the given party and has its own EVSE ids. */
const locationOfParty = (party: typeof OWN, number: number): JsonObject => ({
  ...locationOf(number),
  ...party,
  evses: (locationOf(number).evses as JsonObject[]).map(evse => ({
    ...evse,
    evse_id: String(evse.evse_id).replace('DE*CPO', `${party.country_code}*${party.party_id}`),
  })),
});
const tariffsOf = (party: typeof OWN) => [tariffOf('T1', 0.5), tariffOf('T2', 0.6)].map(each => ({ ...each, ...party }));

/** The peer sends its credentials again, now with these claims of the parties that it represents. */
async function put(peer: LocalCpo, claims: JsonObject): Promise<void> {
  await peer.set({ claims: claims as never });
  const { peer: us } = await peer.state();
  const { baseUrl } = shop.ocpi.registration.us;
  const answer = await peer.register({ url: `${baseUrl}/versions`, token: us!.ourToken, version: us!.version, method: 'PUT' });
  expect(answer).toMatchObject({ answer: { status_code: 1000 } });
}
async function openSecond(name: string, claims: JsonObject, confirmed = NO_PARTIES): Promise<LocalCpo> {
  const second = await openLocalCpo();
  opened.push(second);
  await second.set({ claims: claims as never });
  await second.invite('second-token');
  await connect({ id: name, versionsUrl: second.versionsUrl, token: 'second-token', confirmed }, shop.ocpi.registration);
  return second;
}
const soldBy = async (name: string) => {
  const points = shop.store.db.selectFrom('points').select('evse_id').where('source', '=', `ocpi:${name}`);
  return (await points.where('is_current', '=', 1).orderBy('evse_id').execute()).map(({ evse_id }) => evse_id);
};
const TOWN = ['DE*CPO*E1*1', 'DE*CPO*E1*2'];
const alertsOn = async (name: string) =>
  (await listOpen(shop.store.db))
    .filter(({ subjectId, facts }) => subjectId === `ocpi:${name}` && facts.why === 'a connection claims other parties')
    .map(({ facts }) => facts.reason);
const alerted = (name: string, claims: readonly string[]) =>
  until(
    () => alertsOn(name),
    reasons => JSON.stringify(reasons) === JSON.stringify(claims),
    20_000,
  );
const command = (name: string, typed: Readonly<Record<string, string>>) => {
  const now = new Date();
  const createAdmin = () =>
    createStationAdmin(
      { stations: ['ocpi'], publicOrigin: null, port: 0 },
      { store: shop.store, clock: { now: () => now }, ocpi: shop.ocpi },
    );
  return linesOf({ store: shop.store, now, stationAdmin: createAdmin }, name, { who: 'Petra Lindqvist', ...typed });
};
const stationsOf = async (name: string) => (await command(name, {})) ?? [];
const pushLocation = async (peer: LocalCpo, place: JsonObject) =>
  (
    await peer.push({
      module: 'locations',
      method: 'PUT',
      path: `/${place.country_code}/${place.party_id}/${place.id}`,
      body: place,
    })
  ).status;
const importClients = async (parties: readonly string[]) => {
  const data = await readOperatorData('demo');
  const clients = data.clients.map(client =>
    client.id === shop.clientId ? { ...client, parties: [...new Set([...client.parties, ...parties])] } : client,
  );
  await shop.operator.importData({ ...data, clients });
};

describe('A peer that claims the party of another shop in new credentials', () => {
  beforeEach(async () => {
    await shop.connect();
    await shop.cpo.fill({
      locations: [locationOf(1), locationOfParty(BRAND, 9)],
      tariffs: [...tariffsOf(OWN), ...tariffsOf(BRAND)],
    });
    await put(shop.cpo, { roles: [cpo(OWN), cpo(BRAND)] });
  });

  it('sells nothing under that name, by pushes or by its list, until a person confirms it', async () => {
    expect(await pushLocation(shop.cpo, locationOfParty(BRAND, 9))).toBe(404);
    await shop.ocpi.pullCatalogue('town');
    expect(await soldBy('town')).toEqual(TOWN);
    await alerted('town', ['DE*BLF']);
    await command('ocpi confirm', { name: 'town', party: 'DE*BLF', reason: 'Contract of May' });
    await alerted('town', []);
    await shop.ocpi.pullCatalogue('town');
    expect(await soldBy('town')).toEqual(['DE*BLF*E9*1', 'DE*BLF*E9*2', ...TOWN]);
    const [act] = await listActs(shop.store.db, { is: 'stations', limit: 1 });
    expect(act).toMatchObject({ who: 'Petra Lindqvist', does: 'confirm-parties', about: 'town', isDone: true });
  });

  it('loses what was confirmed once that is withdrawn, and claims nothing by the same roles sent again', async () => {
    await command('ocpi confirm', { name: 'town', party: 'DE*BLF' });
    await shop.ocpi.pullCatalogue('town');
    await command('ocpi withdraw', { name: 'town', party: 'DE*BLF' });
    expect(await soldBy('town')).toEqual(TOWN);
    await put(shop.cpo, { roles: [cpo(OWN), cpo(BRAND)] });
    expect(await pushLocation(shop.cpo, locationOfParty(BRAND, 9))).toBe(404);
    expect(await soldBy('town')).toEqual(TOWN);
  });
});

it('A peer that claims another party instead of its own sells neither from then on, and what charges is billed', async () => {
  await shop.cpo.fill(lowPowerAtHighPrice());
  await shop.connect();
  const driver = createOcpiDriver(shop);
  const ordered = await driver.charged();
  await put(shop.cpo, { roles: [cpo(BRAND)] });
  expect(await soldBy('town')).toEqual([]);
  await shop.operator.stopSession(ordered);
  await until(
    () => driver.paymentOf(ordered),
    payment => payment?.state === 'captured',
  );
  // The peer claims its first party again, but staff must confirm the party again.
  await put(shop.cpo, { roles: [cpo(OWN)] });
  await shop.ocpi.pullCatalogue('town');
  expect(await soldBy('town')).toEqual([]);
  await command('ocpi confirm', { name: 'town', party: 'DE*CPO' });
  await shop.ocpi.pullCatalogue('town');
  expect(await soldBy('town')).toEqual(TOWN);
});

it.each([
  ['a role (2.2.1)', { roles: [cpo(OWN), { role: 'HUB', ...HUB }] }],
  ['a field (2.3.0)', { roles: [cpo(OWN), cpo({ country_code: 'NL', party_id: 'TWO' })], hub_party_id: 'DEHUB' }],
])('A peer that makes itself a hub by %s speaks for its own party alone until a person confirms the hub', async (_by, claims) => {
  const other = { country_code: 'NL', party_id: 'TWO' };
  await shop.connect();
  await importClients(['DE*CPO', 'NL*TWO']);
  await shop.cpo.fill({
    locations: [locationOf(1), locationOfParty(other, 2)],
    tariffs: [...tariffsOf(OWN), ...tariffsOf(other)],
  });
  await put(shop.cpo, claims);
  expect(await pushLocation(shop.cpo, locationOfParty(other, 2))).toBe(404);
  await shop.ocpi.pullCatalogue('town');
  expect(await soldBy('town')).toEqual(TOWN);
  expect(
    String(
      (
        await until(
          () => alertsOn('town'),
          reasons => reasons.length === 1,
          20_000,
        )
      )[0],
    ),
  ).toContain('DE*HUB as a hub');
  await command('ocpi confirm', { name: 'town', hub: 'DE*HUB' });
  await shop.ocpi.pullCatalogue('town');
  expect(await soldBy('town')).toEqual([...TOWN, 'NL*TWO*E2*1', 'NL*TWO*E2*2']);
});

describe('A party that a connection sells and another one claims', () => {
  let second: LocalCpo;
  beforeEach(async () => {
    await shop.connect();
    second = await openSecond('two', { roles: [cpo({ country_code: 'NL', party_id: 'TWO' })] });
    await second.fill({ locations: [locationOfParty(OWN, 7)], tariffs: tariffsOf(OWN) });
    await put(second, { roles: [cpo(OWN)] });
  });

  it('stays where it is, and the alert names who holds it', async () => {
    await alerted('two', ['DE*CPO (held by town)']);
    expect(await pushLocation(second, locationOfParty(OWN, 7))).toBe(404);
    await shop.ocpi.pullCatalogue('two');
    expect([await soldBy('town'), await soldBy('two')]).toEqual([TOWN, []]);
  });

  it('moves when a person confirms it there, and is sold once at any time', async () => {
    await command('ocpi confirm', { name: 'two', party: 'de*cpo' });
    expect(await soldBy('town')).toEqual([]);
    await shop.ocpi.pullCatalogue('two');
    await shop.ocpi.pullCatalogue('town');
    expect([await soldBy('town'), await soldBy('two')]).toEqual([[], ['DE*CPO*E7*1', 'DE*CPO*E7*2']]);
    await alerted('town', ['DE*CPO (held by two)']);
  });

  it('is not confirmed by connecting either, even where the command names it', async () => {
    await openSecond('three', { roles: [cpo(OWN)] }, { parties: ['DE*CPO'], hub: null });
    await shop.ocpi.pullCatalogue('three');
    expect([await soldBy('town'), await soldBy('three')]).toEqual([TOWN, []]);
  });
});

it('Claims of credentials that are renewed by night wait as well, with tokens and endpoints changed', async () => {
  await shop.connect();
  const before = await shop.ocpi.registration.connections.get('town');
  await shop.cpo.set({ claims: { roles: [cpo(OWN), cpo(BRAND), { role: 'HUB', ...HUB }] } });
  const renewed = await renew({ id: 'town' }, shop.ocpi.registration);
  expect(renewed.theirs).not.toBe(before?.theirs);
  expect(renewed.confirmed).toEqual({ parties: ['DE*CPO'], hub: null });
  expect(await pushLocation(shop.cpo, locationOfParty(BRAND, 9))).toBe(404);
});

it('A start at a point of a party that was withdrawn is not sent, and its hold goes back', async () => {
  await shop.connect();
  const address = { source: 'ocpi:town', countryCode: 'DE', partyId: 'CPO', locationId: 'LOC1', evseUid: '1-1' };
  const plug = { evseId: 'DE*CPO*E1*1', connector: '1', chargePoint: null };
  await command('ocpi withdraw', { name: 'town', party: 'DE*CPO' });
  const startRequest = { authorizationReference: 'ABCDEF', address: { ...address, ...plug }, limitMinor: null, tariffText: null };
  expect(await shop.ocpi.stations.start(startRequest)).toBe('refused');
  expect((await shop.cpo.state()).seen.filter(({ path }) => path.includes('/commands/'))).toEqual([]);
});

it('A peer that claims the party of another shop while it is being connected sells only what was named', async () => {
  await shop.cpo.set({ claims: { roles: [cpo(OWN), cpo(BRAND), { role: 'HUB', ...HUB }] } });
  await shop.cpo.fill({
    locations: [locationOf(1), locationOfParty(BRAND, 9)],
    tariffs: [...tariffsOf(OWN), ...tariffsOf(BRAND)],
  });
  await shop.connect({ parties: ['DE*CPO'], hub: null });
  expect(await soldBy('town')).toEqual(TOWN);
  expect(await pushLocation(shop.cpo, locationOfParty(BRAND, 9))).toBe(404);
  await alerted('town', ['DE*BLF, DE*HUB as a hub']);
});

it('A peer that is connected without naming a party sells nothing until a person confirms one', async () => {
  await shop.connect(NO_PARTIES);
  expect(await soldBy('town')).toEqual([]);
  await alerted('town', ['DE*CPO']);
  await command('ocpi confirm', { name: 'town', party: 'DE*CPO' });
  await shop.ocpi.pullCatalogue('town');
  expect(await soldBy('town')).toEqual(TOWN);
});

it('A party that two connections of an earlier version represent is marked at both, and stays with the one that is confirmed', async () => {
  await shop.connect();
  await openSecond('two', { roles: [cpo(OWN)] });
  const rows = ocpiRows(shop.store, createManualClock());
  for (const name of ['town', 'two']) {
    const { confirmed: _, ...older } = (await rows.get(`connection:${name}`)) as JsonObject;
    await rows.put(`connection:${name}`, older);
  }
  const marks = async () => (await stationsOf('stations')).filter(line => line.includes('shared'));
  expect(await marks()).toEqual([
    expect.stringMatching(/^town .*shared parties, undecided: DE\*CPO \(held by two\)$/),
    expect.stringMatching(/^two .*shared parties, undecided: DE\*CPO \(held by town\)$/),
  ]);
  await command('ocpi confirm', { name: 'two', party: 'DE*CPO' });
  expect(await marks()).toEqual([]);
  expect(await soldBy('town')).toEqual([]);
});

it('What a connection claims counts as confirmed where it was connected by a version that confirmed nothing', async () => {
  await shop.connect();
  const rows = ocpiRows(shop.store, createManualClock());
  const { confirmed: _, ...older } = (await rows.get('connection:town')) as JsonObject;
  await rows.put('connection:town', older);
  await put(shop.cpo, { roles: [cpo(OWN), cpo(BRAND)] });
  await shop.ocpi.pullCatalogue('town');
  expect(await soldBy('town')).toEqual(TOWN);
  await orderPaid(shop, 'DE*CPO*E1*1');
  await until(
    async () => (await shop.cpo.state()).seen.filter(({ path }) => path.endsWith('START_SESSION')),
    sent => sent.length === 1,
  );
});
