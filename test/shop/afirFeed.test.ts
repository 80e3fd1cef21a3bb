import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { OperatorData } from '../../server/core/records/records.ts';
import { readOperatorData } from '../../server/shop/import/readOperatorData.ts';
import { MINUTE_S } from '../../shared/model/time.ts';
import { bothEngines } from '../support/bothEngines.ts';
import { type OpenOperator, openOperator } from '../support/openShop.ts';

// biome-ignore lint/suspicious/noExplicitAny: a reader knows the documents only as parsed JSON
type Parsed = any;

let shop: OpenOperator;
afterEach(() => shop.close());

const CLIENT = 'blaufink';
const POINT = 'DE*BLF*E1001*1';
const plug = (state: 'available' | 'charging' | 'unavailable', evseId = POINT) =>
  shop.operator.reportPlug({ evseId, connector: '1', state });

async function load(document: 'table' | 'status', since?: number): Promise<Parsed> {
  const found = await shop.operator.getFeed?.({ clientId: CLIENT, document, ...(since === undefined ? {} : { since }) });
  if (!found) throw new Error('The brand publishes no feed');
  return JSON.parse((await buffer(found.plain() as never)).toString());
}

const tableOf = (body: Parsed) => body.payload.aegiEnergyInfrastructureTablePublication.energyInfrastructureTable[0];
const pointsOf = (body: Parsed): Parsed[] =>
  tableOf(body)
    .energyInfrastructureSite.flatMap((site: Parsed) => site.energyInfrastructureStation)
    .flatMap((station: Parsed) => station.refillPoint.map((each: Parsed) => each.aegiElectricChargingPoint));
const statusesOf = (body: Parsed): Parsed[] =>
  body.messageContainer.payload[0].aegiEnergyInfrastructureStatusPublication.energyInfrastructureSiteStatus
    .flatMap((site: Parsed) => site.energyInfrastructureStationStatus)
    .flatMap((station: Parsed) => station.refillPointStatus.map((each: Parsed) => each.aegiElectricChargingPointStatus));
const statusOf = (body: Parsed, evseId = POINT) => statusesOf(body).find(({ reference }) => reference.idG === evseId);
const idsOf = (body: Parsed): string[] => statusesOf(body).map(({ reference }) => reference.idG);

const pricesAt = (body: Parsed, evseId = POINT): Parsed[] =>
  pointsOf(body).find(({ idG }) => idG === evseId).electricEnergy[0].energyRate[0].energyPrice;

const files = (): Promise<OperatorData> => readOperatorData('demo');

describe.each(bothEngines())('The feed of a brand, on %s,', (_engine, openStore) => {
  const open = async () => {
    shop = await openOperator({ store: await openStore() });
  };

  it('states a change of a plug within five seconds, and only this point among the changes', async () => {
    await open();
    await plug('available');
    expect(statusOf(await load('status')).status.value).toBe('available');
    await shop.pass(2 * MINUTE_S);
    const since = shop.clock.now().getTime();
    await plug('charging');
    await shop.pass(6);
    expect(statusOf(await load('status')).status.value).toBe('charging');
    const changes = await load('status', since);
    expect(idsOf(changes)).toEqual([POINT]);
    expect(changes.messageContainer.exchangeInformation.exchangeContext.codedExchangeProtocol.value).toBe('deltaPull');
  });

  it('gives readers who apply all changes the same states as a complete status', async () => {
    await open();
    const known = new Map<string, string>();
    const apply = (body: Parsed) => {
      for (const { reference, status } of statusesOf(body)) known.set(reference.idG, status.value);
    };
    apply(await load('status'));
    const evseIds = [...known.keys()];
    const states = ['available', 'charging', 'unavailable'] as const;
    let since = shop.clock.now().getTime();
    for (let n = 0; n < 12; n++) {
      await shop.pass(6);
      await plug(states[n % 3] ?? 'available', evseIds[(n * 7) % evseIds.length]);
      await shop.pass(6);
      const next = shop.clock.now().getTime();
      apply(await load('status', since));
      since = next;
    }
    const complete = new Map(statusesOf(await load('status')).map(({ reference, status }) => [reference.idG, status.value]));
    expect(known).toEqual(complete);
  });

  it('has the same versions after a restart, and new ones only where the content changes', async () => {
    await open();
    const before = await load('table');
    await shop.restart();
    const again = await load('table');
    expect(tableOf(again)).toEqual(tableOf(before));
    const data = await files();
    const points = data.points.map(point => (point.evseId === POINT ? { ...point, helpPhone: '+49 30 1234' } : point));
    await shop.operator.importData({ ...data, points });
    const after = await load('table');
    expect(tableOf(after).versionG).not.toBe(tableOf(before).versionG);
    const changed = tableOf(after).energyInfrastructureSite.filter(
      (site: Parsed, at: number) => site.versionG !== tableOf(before).energyInfrastructureSite[at].versionG,
    );
    expect(changed.map(({ idG }: Parsed) => idG)).toEqual(['DE*BLF*L1001']);
  });

  it('states an announced price beside the present one, in table and status', async () => {
    await open();
    const data = await files();
    const tariffId = data.points.find(({ evseId }) => evseId === POINT)?.connectors[0]?.tariffId;
    const present = data.tariffs.find(({ id }) => id === tariffId);
    if (!present) throw new Error('The point has no tariff');
    const from = shop.clock.now().getTime() + 60 * MINUTE_S * 1000;
    const dearer = present.tariff.elements.map(element => ({
      ...element,
      components: element.components.map(component => ({ ...component, priceMicro: component.priceMicro + 30_000 })),
    }));
    const later = { ...present, version: 'later', from, tariff: { ...present.tariff, elements: dearer } };
    await shop.operator.importData({ ...data, tariffs: [...data.tariffs, later] });
    const [now, then] = pricesAt(await load('table'));
    expect(Date.parse(now.overallPeriod.overallEndTime)).toBe(from);
    expect(Date.parse(then.overallPeriod.overallStartTime)).toBe(from);
    expect(Math.round((then.value - now.value) * 1e6)).toBe(30_000);
    expect(statusOf(await load('status')).energyRateUpdate[0].energyPrice).toEqual([now, then]);
    await shop.pass(61 * MINUTE_S);
    const prices = pricesAt(await load('table'));
    expect(prices.map(({ value }) => value)).toEqual([then.value]);
  });

  it('leaves out a point without position, and points that another operator has pushed', async () => {
    await open();
    const data = await files();
    const points = data.points.map(point => {
      const { coordinates: _, ...others } = point;
      return point.evseId === POINT ? others : point;
    });
    await shop.operator.importData({ ...data, points });
    await shop.store.db.updateTable('points').set({ source: 'ocpi:town' }).where('evse_id', '=', 'DE*BLF*E1002*1').execute();
    await shop.pass(MINUTE_S);
    const published = pointsOf(await load('table')).map(({ idG }) => idG);
    expect(published).not.toContain(POINT);
    expect(published).not.toContain('DE*BLF*E1002*1');
    expect(published).toContain('DE*BLF*E1001*2');
    expect(idsOf(await load('status')).sort()).toEqual(published.sort());
  });

  it('lists a price among the changes when it returns to an earlier one', async () => {
    await open();
    const data = await files();
    const dearer = data.tariffs.map(each => ({
      ...each,
      version: `${each.version} dearer`,
      tariff: {
        ...each.tariff,
        elements: each.tariff.elements.map(element => ({
          ...element,
          components: element.components.map(component => ({ ...component, priceMicro: component.priceMicro + 10_000 })),
        })),
      },
    }));
    const first = statusOf(await load('status')).energyRateUpdate[0].energyPrice[0].value;
    await shop.operator.importData({ ...data, tariffs: dearer });
    await shop.pass(2 * MINUTE_S);
    expect(statusOf(await load('status')).energyRateUpdate[0].energyPrice[0].value).toBeCloseTo(first + 0.01);
    await shop.pass(2 * MINUTE_S);
    const since = shop.clock.now().getTime();
    await shop.operator.importData(data);
    await shop.pass(6);
    expect(statusOf(await load('status', since)).energyRateUpdate[0].energyPrice[0].value).toBe(first);
  });

  it('reads a day that does not exist as the next one, and tells plugs with other limits apart', async () => {
    await open();
    const data = await files();
    const point = data.points.find(
      ({ connectors }) => connectors.length > 1 && connectors[0]?.tariffId === connectors[1]?.tariffId,
    );
    const tariff = data.tariffs.find(({ id }) => id === point?.connectors[0]?.tariffId);
    if (!point || point.clientId !== CLIENT || !tariff) throw new Error('The demo has no point with two plugs of one tariff');
    const [element] = tariff.tariff.elements;
    const components = (element?.components ?? []).map(each => ({ ...each, priceMicro: each.priceMicro + 10_000 }));
    const ends = { components, restrictions: { endDate: '2027-09-31' } };
    const limited = { ...tariff, id: 'limited', tariff: { ...tariff.tariff, minPriceMicro: 5_000_000 } };
    const ending = {
      ...tariff,
      version: `${tariff.version} ending`,
      tariff: { ...tariff.tariff, elements: [ends, ...tariff.tariff.elements] },
    };
    const connectors = point.connectors.map((each, at) => (at === 0 ? each : { ...each, tariffId: 'limited' }));
    await shop.operator.importData({
      ...data,
      tariffs: [...data.tariffs.filter(each => each !== tariff), ending, limited],
      points: data.points.map(each => (each === point ? { ...point, connectors } : each)),
    });
    const { energyRate } = pointsOf(await load('table')).find(({ idG }) => idG === point.evseId).electricEnergy[0];
    expect(energyRate.map((rate: Parsed) => rate.minimumDeliveryFee)).toEqual([undefined, 5]);
    expect(JSON.stringify(energyRate[0])).toContain('"endOfPeriod":"2027-10-01T00:00:00+02:00"');
  });

  it('has no states of a connector that the point had before', async () => {
    await open();
    const data = await files();
    await plug('charging');
    const points = data.points.map(point =>
      point.evseId === POINT ? { ...point, connectors: point.connectors.map(each => ({ ...each, id: 'A' })) } : point,
    );
    await shop.operator.importData({ ...data, points });
    await shop.pass(6);
    expect(statusOf(await load('status')).status.value).not.toBe('charging');
  });

  it('states a point that staff have switched off as inoperative', async () => {
    await open();
    await shop.store.db
      .updateTable('points')
      .set({ switched_off: JSON.stringify({ at: shop.clock.now().toISOString(), by: 'Ada', reason: 'repair' }) })
      .where('evse_id', '=', POINT)
      .execute();
    await shop.pass(6);
    const { status, operationStatus } = statusOf(await load('status'));
    expect([status.value, operationStatus.value]).toEqual(['inoperative', 'notInOperation']);
  });
});
