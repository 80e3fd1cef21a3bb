import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { until } from '../support/openApp.ts';
import { openStationShop, type StationShop } from '../support/stationShop.ts';

const CPO = { role: 'CPO', country_code: 'DE', party_id: 'CPO' };
const CLAIMED = { role: 'CPO', country_code: 'DE', party_id: 'BLF' };
const CONNECT = '/operator/stations/connect';

let shop: StationShop;
beforeAll(async () => {
  shop = await openStationShop();
}, 120_000);
afterAll(() => shop.close());

it('A connection that claims another party is named in German on the overview, with a link, and its line says that a person decides', async () => {
  const petra = await shop.visitor('Petra', 'act');
  await petra.get('/operator?language=de');
  await shop.cpo.set({ claims: { roles: [CPO, CLAIMED] } });
  await shop.cpo.invite('token-of-the-peer');
  const typed = { name: 'town', url: shop.cpo.versionsUrl, token: 'token-of-the-peer', parties: 'DE*CPO', reason: 'Contract' };
  expect((await petra.send(CONNECT, typed)).status).toBe(303);
  const today = await until(
    () => petra.page('/operator'),
    html => html.includes('Verbindung beansprucht weitere Parteien'),
    30_000,
  );
  expect(today).toMatch(
    /Verbindung beansprucht weitere Parteien<!-- --> · <a href="\/operator\/stations\/connections\/town">town<\/a>.{0,200}<span lang="en">[^<]*.{0,9}DE\*BLF</,
  );
  for (const path of ['/operator', '/operator/stations', '/operator/stations/connections/town'])
    expect(await petra.page(path)).toContain('1 Partei zu entscheiden');
}, 60_000);
