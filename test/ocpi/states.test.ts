import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import { createChecker } from '../../server/http/operations/checks.ts';
import { createMetrics } from '../../server/http/operations/metrics.ts';
import { connect } from '../../server/stations/ocpi/connections/registration.ts';
import { type LocalCpo, openLocalCpo } from '../support/ocpi/openLocalCpo.ts';
import { type OcpiShop, openOcpiShop } from '../support/ocpi/openOcpiShop.ts';
import { someAddress } from '../support/someStation.ts';

let shop: OcpiShop;
let harbour: LocalCpo;
beforeAll(async () => {
  [shop, harbour] = await Promise.all([openOcpiShop({ isTurned: true }), openLocalCpo()]);
  await shop.connect();
  await harbour.invite('another-token');
  await connect({ id: 'harbour', versionsUrl: harbour.versionsUrl, token: 'another-token' }, shop.ocpi.registration);
  await shop.pass(10);
});
afterAll(async () => {
  await shop.close();
  await harbour.close();
});

const down = (cpo: LocalCpo) => cpo.set({ faults: [{ module: '*', kind: 'down', times: null }] });
const isReachable = (name: string) => shop.ocpi.stations.capabilities(someAddress({ source: `ocpi:${name}` })).isReachable;

const CHECKER_OPTIONS = { clock: { now: () => new Date() }, log: { warn: () => undefined, event: () => undefined } };
async function figures(): Promise<string> {
  const counts = async () => ({ ...(await shop.operator.counts()), connections: await shop.ocpi.states() });
  const server = express()
    .use(
      createMetrics({
        statusToken: 'a-token',
        build: 'a1b2c3',
        counts,
        streams: () => 0,
        checks: [],
        runCheck: createChecker(CHECKER_OPTIONS),
      }).router,
    )
    .listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { authorization: 'Bearer a-token' } });
  server.close();
  return answer.text();
}

describe('Of two connections, one that is down', () => {
  it('is named, with what fails since when, and its points are not sold; the other works, and so does the source', async () => {
    await shop.ocpi.stations.health();
    expect(await shop.ocpi.states()).toMatchObject({ town: { failingS: 0 }, harbour: { failingS: 0 } });
    await down(harbour);
    await shop.pass(20 * 60);
    await shop.ocpi.stations.health();
    const { town, harbour: failing } = await shop.ocpi.states();
    expect(town).toMatchObject({ failingS: 0, openStarts: 0, awaitedCdrs: 0, modules: { versions: { failingSince: null } } });
    expect(failing?.failingS).toBeGreaterThan(600);
    expect(failing?.modules.versions).toMatchObject({ failingSince: expect.any(String), failedAt: expect.any(String) });
    expect([isReachable('town'), isReachable('harbour')]).toEqual([true, false]);
    const text = await figures();
    expect(text).toContain('charging_connection_failing_seconds{connection="town"} 0\n');
    expect(text).toMatch(/charging_connection_failing_seconds\{connection="harbour"\} [1-9]/);
    expect(text).toContain('charging_connection_open_starts{connection="town"} 0\n');
  });

  it('is remembered by the next process, and by the command beside the app', async () => {
    const storedHealth = await shop.store.db
      .selectFrom('key_values')
      .select('json')
      .where('key', '=', 'health:harbour')
      .executeTakeFirst();
    expect(JSON.parse(storedHealth?.json ?? '{}')).toMatchObject({ failingSince: expect.any(String) });
  });

  it('is sold again as soon as it answers', async () => {
    await harbour.set({ faults: [] });
    await shop.pass(6 * 60);
    expect(isReachable('harbour')).toBe(true);
    expect(await shop.ocpi.states()).toMatchObject({ harbour: { failingS: 0 } });
  });
});

it('Where no connection answers, the source is down', async () => {
  await Promise.all([down(shop.cpo), down(harbour)]);
  await expect(shop.ocpi.stations.health()).rejects.toThrow('town');
});
