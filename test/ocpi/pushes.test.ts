import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import { createEvents } from '../../server/http/api/events.ts';
import { POINT_EVENTS } from '../../shared/charging/charging.ts';
import { fillPath } from '../../shared/charging/paths.ts';
import { tariffOf } from '../support/ocpi/objects.ts';
import { type OcpiShop, openOcpiShop } from '../support/ocpi/openOcpiShop.ts';
import { until } from '../support/until.ts';

const SOON_MS = 2000;

let shop: OcpiShop;
beforeEach(async () => {
  shop = await openOcpiShop();
  await shop.connect();
});
afterEach(() => shop.close());

const plug = async () => {
  const { plugs } = await shop.operator.getChargingPoint({ clientId: shop.clientId, evseId: 'DE*CPO*E1*1' });
  if (!plugs[0]) throw new Error('A point without plugs');
  return plugs[0];
};
const patch = (path: string, status: string, last_updated: string) =>
  shop.cpo.push({ module: 'locations', method: 'PATCH', path, body: { status, last_updated } });

describe('What a CPO pushes', () => {
  it('is answered with at once to whoever looks at the point: that its plug is in use, and free again', async () => {
    expect((await plug()).state).toBe('available');
    expect((await patch('/DE/CPO/LOC1/1-1', 'CHARGING', '2026-11-20T11:00:00Z')).status).toBe(200);
    await until(plug, ({ state }) => state === 'occupied', SOON_MS);
    await patch('/DE/CPO/LOC1/1-1', 'AVAILABLE', '2026-11-20T11:05:00Z');
    await until(plug, ({ state }) => state === 'available', SOON_MS);
  });

  it('reaches a page that is open within two seconds, and no page of another point', async () => {
    const server = express().use(createEvents(shop.operator, 100).router).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const watched = async (evseId: string) => {
      const address = `http://127.0.0.1:${port}${fillPath(POINT_EVENTS, { clientId: shop.clientId, evseId })}`;
      const chunks: string[] = [];
      const response = await fetch(address);
      void (async () => {
        for await (const part of response.body ?? []) chunks.push(Buffer.from(part as Uint8Array).toString());
      })().catch(() => undefined);
      await until(
        async () => chunks.join(''),
        text => text.includes(': here'),
      );
      return { events: () => chunks.join('').match(/^data: /gm)?.length ?? 0 };
    };
    const [here, there] = [await watched('DE*CPO*E1*1'), await watched('DE*CPO*E1*2')];
    await patch('/DE/CPO/LOC1/1-1', 'CHARGING', '2026-11-20T11:00:00Z');
    await until(
      async () => here.events(),
      count => count === 1,
      SOON_MS,
    );
    expect((await plug()).state).toBe('occupied');
    expect(there.events()).toBe(0);
    expect(
      (await fetch(`http://127.0.0.1:${port}${fillPath(POINT_EVENTS, { clientId: 'farnwald', evseId: 'DE*CPO*E1*1' })}`)).ok,
    ).toBe(false);
    server.closeAllConnections();
    server.close();
  });

  it('counts in the order of its own times, whenever it arrives', async () => {
    await patch('/DE/CPO/LOC1/1-1', 'AVAILABLE', '2026-11-20T11:05:00Z');
    expect((await patch('/DE/CPO/LOC1/1-1', 'OUTOFORDER', '2026-11-20T11:00:00Z')).status).toBe(200);
    expect((await plug()).state).toBe('available');
  });

  it('as a price counts in the order of its own times, too', async () => {
    const priced = (price: number, last_updated: string) =>
      shop.cpo.push({
        module: 'tariffs',
        method: 'PUT',
        path: '/DE/CPO/T1',
        body: { ...tariffOf('T1', price), tax_included: 'NO', last_updated },
      });
    await priced(1, '2026-11-20T12:00:00Z');
    expect((await priced(2, '2026-11-20T11:00:00Z')).status).toBe(200);
    expect((await plug()).prices.now.energyMicro).toBe(1_190_000);
  });

  it('from a clock that is years ahead keeps nothing out that comes later', async () => {
    await patch('/DE/CPO/LOC1/1-1', 'OUTOFORDER', '2099-01-01T00:00:00Z');
    expect((await plug()).state).toBe('unavailable');
    await patch('/DE/CPO/LOC1/1-1', 'AVAILABLE', new Date().toISOString());
    expect((await plug()).state).toBe('available');
  });

  it('is taken at addresses that end with a slash, too', async () => {
    expect((await patch('/DE/CPO/LOC1/1-1/', 'CHARGING', '2026-11-20T11:00:00Z')).status).toBe(200);
    const price = { ...tariffOf('T1', 1), tax_included: 'NO' };
    expect((await shop.cpo.push({ module: 'tariffs', method: 'PUT', path: '/DE/CPO/T1/', body: price })).status).toBe(200);
    expect(await plug()).toMatchObject({ state: 'occupied', prices: { now: { energyMicro: 1_190_000 } } });
  });
});
