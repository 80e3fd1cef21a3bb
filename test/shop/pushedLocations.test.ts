import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { PushedLocation } from '../../server/core/ports/cataloguePort.ts';
import type { DatedTariff, OperatorData, PointRecord } from '../../server/core/records/records.ts';
import { readOperatorData } from '../../server/shop/import/readOperatorData.ts';
import { type OpenOperator, openOperator, PLAIN } from '../support/openShop.ts';

const SOURCE = 'ocpi:town';
const NEW = { clientId: PLAIN.clientId, evseId: 'DE*BLF*E7001*1' };

let shop: OpenOperator;
let data: OperatorData;
beforeEach(async () => {
  shop = await openOperator();
  data = await readOperatorData('demo');
});
afterEach(() => shop.close());

const tariff = (more: Partial<DatedTariff> = {}): DatedTariff => {
  const [sold] = data.points.filter(({ evseId }) => evseId === PLAIN.evseId);
  const known = data.tariffs.find(({ id }) => id === sold?.connectors[0]?.tariffId);
  return { ...known!, id: `${SOURCE}/T1`, from: null, until: null, ...more };
};
const point = (more: Partial<PointRecord> = {}): PointRecord => {
  const sold = data.points.find(({ evseId }) => evseId === PLAIN.evseId);
  const [connector] = sold?.connectors ?? [];
  return {
    ...sold!,
    evseId: NEW.evseId,
    state: 'available',
    connectors: [{ ...connector!, tariffId: `${SOURCE}/T1` }],
    station: {
      source: SOURCE,
      countryCode: 'DE',
      partyId: 'BLF',
      locationId: 'L7',
      evseUid: 'U7',
      chargePoint: null,
    },
    ...more,
  };
};
const location = (more: Partial<PushedLocation> = {}): PushedLocation => ({
  source: SOURCE,
  location: 'DE*BLF*L7',
  points: [point()],
  tariffs: [tariff()],
  refused: [],
  ...more,
});
const put = (more: Partial<PushedLocation> = {}) => shop.operator.catalogue.putLocation(location(more));
const stateOf = async (evseId = NEW.evseId) =>
  (await shop.operator.getChargingPoint({ clientId: PLAIN.clientId, evseId })).plugs[0]?.state;
const expectRemoved = (evseId: string) =>
  expect(shop.operator.getChargingPoint({ clientId: PLAIN.clientId, evseId })).rejects.toMatchObject({
    code: 'no-charging-point',
  });

describe('A location that a source of stations tells of', () => {
  it('is sold at once, with its price, its state and its address', async () => {
    expect(await put()).toEqual({ offered: 1, refused: [] });
    expect(await stateOf()).toBe('available');
    const ordered = await shop.paid({ ...NEW, connector: '1' });
    expect(shop.stations.lastAddress()).toMatchObject({ source: SOURCE, locationId: 'L7', evseUid: 'U7' });
    expect((await shop.operator.getSession(ordered)).kind).toBe('starting');
  });

  it('says with each telling how its plugs stand', async () => {
    await put();
    await put({ points: [point({ state: 'unavailable' })] });
    expect(await stateOf()).toBe('unavailable');
  });

  it('sells what is told last: a price changes for the next order, and an EVSE that is left out is sold no more', async () => {
    await put({ points: [point(), point({ evseId: 'DE*BLF*E7002*1' })] });
    const before = await shop.request({ ...NEW, connector: '1' });
    const dearer = tariff();
    const elements = dearer.tariff.elements.map(element => ({
      ...element,
      components: element.components.map(component => ({ ...component, priceMicro: component.priceMicro + 100_000 })),
    }));
    await put({ tariffs: [tariff({ version: 'dearer', tariff: { ...dearer.tariff, elements } })] });
    expect((await shop.request({ ...NEW, connector: '1' })).tariffVersion).toBe('dearer');
    expect(before.tariffVersion).not.toBe('dearer');
    await expectRemoved('DE*BLF*E7002*1');
  });

  it('is removed without ending what charges there', async () => {
    await put();
    const ordered = await shop.charging({ ...NEW, connector: '1' });
    await shop.operator.catalogue.removeLocation({ source: SOURCE, location: 'DE*BLF*L7' });
    await expectRemoved(NEW.evseId);
    await shop.pass(600);
    await shop.stations.end(ordered.authorizationReference, { at: shop.clock.now(), energyWh: 10_000 });
    await shop.pass(5);
    expect(await shop.payment(ordered)).toMatchObject({ state: 'captured' });
  });

  it('outlives the reading of files, and files outlive it', async () => {
    await put();
    await shop.operator.importData(data);
    expect(await stateOf()).toBe('available');
    expect(await stateOf(PLAIN.evseId)).toBeDefined();
    await shop.operator.catalogue.removeLocation({ source: SOURCE, location: 'DE*BLF*L7' });
    expect(await stateOf(PLAIN.evseId)).toBeDefined();
  });
});

describe('What a source tells and cannot be sold', () => {
  it.each<[string, () => Partial<PushedLocation>, RegExp]>([
    ['an EVSE that the files sell', () => ({ points: [point({ evseId: PLAIN.evseId })] }), /is already sold: files/],
    ['an EVSE told twice', () => ({ points: [point(), point()] }), /is told twice/],
    ['something that is no EVSE ID', () => ({ points: [point({ evseId: 'plug 7' })] }), /is not an EVSE ID/],
    ['an EVSE without connectors', () => ({ points: [point({ connectors: [] })] }), /has no connectors/],
    ['a tariff that was not told', () => ({ tariffs: [] }), /names the tariff .* which was not told/],
    ['a tariff that could be another source’s', () => ({ tariffs: [tariff(), tariff({ id: 'T1' })] }), /does not begin with/],
    ['a client that is not there', () => ({ points: [point({ clientId: 'nobody' })] }), /is not in clients.json/],
    [
      'a country without a rate of VAT',
      () => ({ points: [point({ country: 'xx' as PointRecord['country'] })] }),
      /has no VAT rate for XX/,
    ],
  ])('as %s, is named with its place and the reason', async (_what, more, reason) => {
    const { offered, refused } = await put(more());
    expect(offered).toBe(0);
    expect(refused[0]?.reason).toMatch(reason);
    expect(await shop.operator.catalogue.listRefused(SOURCE)).toEqual(refused);
  });

  it('keeps nobody from the rest of the location, and is forgotten when it is told right', async () => {
    const good = point({ evseId: 'DE*BLF*E7002*1' });
    const remark = { file: SOURCE, path: 'DE*BLF*L7 U9', reason: 'has no EVSE ID' };
    expect((await put({ points: [point({ connectors: [] }), good], refused: [remark] })).offered).toBe(1);
    expect(await stateOf('DE*BLF*E7002*1')).toBe('available');
    expect(await shop.operator.catalogue.listRefused(SOURCE)).toHaveLength(2);
    await put({ points: [point(), good] });
    expect(await shop.operator.catalogue.listRefused(SOURCE)).toEqual([]);
  });

  it('belongs to its own source: two sources never see each other’s', async () => {
    await put();
    const other = 'ocpi:hotel';
    const { refused } = await put({
      source: other,
      location: 'DE*XYZ*H1',
      tariffs: [tariff({ id: `${other}/T1` })],
      points: [point({ connectors: point().connectors.map(connector => ({ ...connector, tariffId: `${other}/T1` })) })],
    });
    expect(refused[0]?.reason).toBe('DE*BLF*E7001*1 is already sold: ocpi:town DE*BLF*L7');
    expect(await shop.operator.catalogue.listRefused(SOURCE)).toEqual([]);
    expect(await stateOf()).toBe('available');
  });

  it('names the seller by the party, in any case; of a strange party there is none', async () => {
    const [client] = data.clients.filter(({ id }) => id === PLAIN.clientId);
    const party = client?.parties[0] ?? '';
    expect((await shop.operator.catalogue.findSeller(party.toLowerCase()))?.id).toBe(PLAIN.clientId);
    expect(await shop.operator.catalogue.findSeller('XX*NOB')).toBeNull();
  });
});
