import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { LIMITS } from '../../shared/charging/limits.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';

// biome-ignore lint/suspicious/noExplicitAny: the reader knows the documents only as parsed JSON
type Parsed = any;

let open: RunningApp;
beforeAll(async () => {
  open = await startApp();
});
afterAll(() => open.close());

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  supertest(open.origin).get(`/afir/farnwald/${path}`).set(headers);

const publicationOf = (body: Parsed) => body.payload.aegiEnergyInfrastructureTablePublication;
const stationsOf = (body: Parsed): Parsed[] =>
  publicationOf(body).energyInfrastructureTable[0].energyInfrastructureSite.flatMap(
    (site: Parsed) => site.energyInfrastructureStation,
  );
const pointsOf = (body: Parsed): Parsed[] =>
  stationsOf(body).flatMap(station => station.refillPoint.map((point: Parsed) => point.aegiElectricChargingPoint));
const statusesOf = (body: Parsed): Parsed[] =>
  body.messageContainer.payload[0].aegiEnergyInfrastructureStatusPublication.energyInfrastructureSiteStatus
    .flatMap((site: Parsed) => site.energyInfrastructureStationStatus)
    .flatMap((station: Parsed) => station.refillPointStatus.map((point: Parsed) => point.aegiElectricChargingPointStatus));

describe('The table of a brand', () => {
  it('names every point of the brand with position, address, connectors and price', async () => {
    const { status, body, headers } = await get('table.json');
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    const points = pointsOf(body);
    expect(points.map(({ idG }) => idG)).toContain('DE*FRW*E2001*1');
    expect(new Set(points.map(({ idG }) => idG)).size).toBe(points.length);
    for (const point of points) {
      expect(point.connector.length).toBe(point.numberOfConnectors);
      expect(point.availableChargingPower[0]).toBe(Math.max(...point.connector.map((each: Parsed) => each.maxPowerAtSocket)));
      expect(point.electricEnergy[0].energyRate[0].energyPrice.length).toBeGreaterThan(0);
    }
    for (const station of stationsOf(body)) {
      expect(station.locationReference.locPointLocation.pointByCoordinates.pointCoordinates.latitude).not.toBe(0);
      expect(station.numberOfRefillPoints).toBe(station.refillPoint.length);
    }
    expect(publicationOf(body).headerInformation.informationStatus.value).toBe('test');
  });

  it('says nothing about drivers', async () => {
    const { text } = await get('status.json');
    expect(text).not.toMatch(/@|sessionId|orderId|driver|\/evse\//i);
  });

  it('is open to readers of any site, and is not sent again while the content is the same', async () => {
    const { headers } = await get('table.json', { 'Accept-Encoding': 'gzip' });
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'content-encoding': 'gzip',
      vary: 'Accept-Encoding',
    });
    const { etag = '', 'last-modified': modified = '' } = headers as Record<string, string>;
    const same = { 'Accept-Encoding': 'gzip' };
    expect((await get('table.json', { ...same, 'If-None-Match': etag })).status).toBe(304);
    expect((await get('table.json', { ...same, 'If-Modified-Since': modified })).status).toBe(304);
    expect((await get('table.json', { ...same, 'If-None-Match': '"another"' })).status).toBe(200);
  });

  it('is sent to browsers in every language, without a redirect', async () => {
    const { status } = await get('table.json', { 'Accept-Language': 'fr', 'User-Agent': 'Mozilla/5.0 Firefox/140.0' }).redirects(
      0,
    );
    expect(status).toBe(200);
  });

  it('has the same content with every encoding, and no content for HEAD', async () => {
    const bodies = await Promise.all(['br', 'gzip', 'identity'].map(each => get('table.json', { 'Accept-Encoding': each })));
    const [first, ...others] = bodies.map(({ body }) => JSON.stringify(body));
    expect(others).toEqual([first, first]);
    const { text, status } = await supertest(open.origin).head('/afir/farnwald/table.json');
    expect([status, text]).toEqual([200, undefined]);
  });

  it.each(['nobody/table.json', 'farnwald/other.json', 'farnwald/table', 'house/table.json', 'farn%00wald/table.json'])(
    'does not exist at %s',
    async path => {
      expect((await supertest(open.origin).get(`/afir/${path}`)).status).toBe(404);
    },
  );
});

describe('A feed with a token', () => {
  it('is sent only to readers with this token', async () => {
    const guarded = await startApp({ env: { FEED_TOKEN: 'a token of readers' } });
    const load = (headers = {}) => supertest(guarded.origin).get('/afir/farnwald/status.json').set(headers);
    const statuses = [
      await load(),
      await load({ Authorization: 'Bearer another' }),
      await load({ Authorization: 'Bearer a token of readers' }),
    ];
    await guarded.close();
    expect(statuses.map(({ status }) => status)).toEqual([401, 401, 200]);
  });
});

describe('The status of a brand', () => {
  it('refers to every object of the table with the version of the table', async () => {
    const [{ body: table }, { body: status }] = [await get('table.json'), await get('status.json')];
    const versions = new Map(pointsOf(table).map(({ idG, versionG }) => [idG, versionG]));
    const referred = statusesOf(status).map(({ reference }) => [reference.idG, reference.versionG]);
    expect(new Map(referred as [string, string][])).toEqual(versions);
    for (const { energyRateUpdate } of statusesOf(status)) expect(energyRateUpdate[0].energyPrice.length).toBeGreaterThan(0);
  });

  it('is refused to a network that asks too often, with the time to wait', async () => {
    const answers = await Promise.all(Array.from({ length: LIMITS.feedsPerNetwork.limit + 1 }, () => get('status.json')));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  });
});
