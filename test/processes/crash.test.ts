import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHttpCharging } from '../../client/core/charging.ts';
import type { Charging, StartRequest } from '../../shared/charging/charging.ts';
import type { Receipt } from '../../shared/charging/receipt.ts';
import type { Session } from '../../shared/charging/session.ts';
import { type BuiltApp, startBuiltApp } from '../support/builtApp.ts';
import { until } from '../support/openApp.ts';
import { fillInOrder } from '../support/orderForm.ts';
import { POINTS, type PointAddress } from '../support/orders.ts';

/** Fast plugs, at which the cost soon exceeds the minimum amount of a bill. */
const FAST = {
  connected: POINTS.dear,
  plugsIn: { clientId: 'blaufink', evseId: 'DE*BLF*E1006*1' },
} as const;

let app: BuiltApp;
let charging: Charging;
const invoiceNumbers = new Map<string, string[]>();

beforeAll(async () => {
  // The app gives up a start after three minutes. At this speed, a killed app restarts well before that, even on a busy machine.
  app = await startBuiltApp({ speed: 20 });
  charging = createHttpCharging(app.origin);
  // Adds the Origin header, which a browser sends and Node's `fetch` does not.
  const plain = globalThis.fetch;
  globalThis.fetch = (input, init = {}) =>
    plain(input, { ...init, headers: { Origin: app.origin, ...(init.headers as Record<string, string>) } });
});
afterAll(() => app.close());

const dies = async () => {
  await app.kill9();
  await expect(fetch(`${app.origin}/health`)).rejects.toThrow();
  await app.restart();
};

async function prepareOrder(point: PointAddress): Promise<StartRequest> {
  const free = await until(
    () => charging.getChargingPoint(point),
    ({ plugs }) => plugs[0]?.state === 'available' || plugs[0]?.state === 'preparing',
  );
  return fillInOrder(app.origin, point, free.plugs[0]!);
}

interface Order {
  request: StartRequest;
  orderId: string;
  url: string;
}
async function order(point: PointAddress): Promise<Order> {
  const orderRequest = await prepareOrder(point);
  const started = await charging.startSession(orderRequest);
  if (started.kind !== 'pay') throw new Error('Nothing to pay');
  return { request: orderRequest, orderId: started.orderId, url: started.url };
}
async function pay({ url }: Pick<Order, 'url'>): Promise<void> {
  const body = new URLSearchParams({ cardnumber: '4242424242424242', exp: '12/30', cvc: '123' });
  const { status } = await fetch(app.origin + url, { method: 'POST', redirect: 'manual', body });
  expect(status).toBe(303);
}
async function sessionOf({ orderId }: Pick<Order, 'orderId'>): Promise<string> {
  const settled = await until(
    () => charging.refreshOrder({ orderId }),
    ({ kind }) => kind === 'charging',
  );
  if (settled.kind !== 'charging') throw new Error('Not charging');
  return settled.sessionId;
}
const seen = (sessionId: string, isSo: (session: Session) => boolean): Promise<Session> =>
  until(() => charging.getSession({ sessionId }), isSo, 60_000);
const holdOf = ({ url }: Pick<Order, 'url'>) => app.holds().find(hold => url.endsWith(hold.ref));

/** Waits until the session has an amount to bill, and stops the session. */
async function chargesAndStops(sessionId: string): Promise<void> {
  await seen(sessionId, session => session.kind === 'running' && session.values.cost.amountMinor >= 50);
  await charging.stopSession({ sessionId });
}

/** Checks all conditions that a paid order must meet in the end, wherever the process was killed. */
async function endsWell(ordered: Order, sessionId: string): Promise<void> {
  const done = await seen(sessionId, session => session.kind === 'completed' && session.isBilled);
  const receipt: Receipt = await until(
    () => charging.getReceipt({ receipt: sessionId }),
    ({ invoice }) => invoice === 'ready',
  );
  expect(receipt.totalMinor).toBeGreaterThanOrEqual(50);
  expect(receipt.lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(receipt.totalMinor);
  expect(receipt.timeline.map(({ kind, at }) => [kind, at !== null])).toEqual([
    ['held', true],
    ['charged', true],
    ['released', true],
  ]);
  expect(holdOf(ordered)).toMatchObject({ state: 'captured', capturedMinor: receipt.totalMinor });

  const { country, found } = receipt;
  const date = new Intl.DateTimeFormat('en-CA', { timeZone: found.timeZone }).format(new Date(found.endedAt ?? found.startedAt));
  const search = {
    clientId: ordered.request.clientId,
    country,
    date,
    price: (receipt.totalMinor / 100).toFixed(2),
    lastDigits: '4242',
  };
  const hits = (await charging.findSessions(search)).filter(({ number }) => number === done.number);
  expect(hits).toHaveLength(1);

  const file = await fetch(`${app.origin}/api/receipts/${sessionId}/invoice`);
  expect(file.status).toBe(200);
  expect(
    Buffer.from(await file.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  const [, series = '', count = ''] = /R-(\w+-\d{4})-(\d{6})\.pdf/.exec(file.headers.get('content-disposition') ?? '') ?? [];
  invoiceNumbers.set(series, [...(invoiceNumbers.get(series) ?? []), count]);
}

describe('When the power fails', () => {
  it('while the payment page is open, the page is still there, the same one, and the journey goes on', async () => {
    const ordered = await order(FAST.connected);
    await dies();
    expect((await fetch(app.origin + ordered.url)).status).toBe(200);
    expect(await charging.startSession(ordered.request)).toMatchObject({
      kind: 'pay',
      url: ordered.url,
      orderId: ordered.orderId,
    });
    await pay(ordered);
    const sessionId = await sessionOf(ordered);
    await chargesAndStops(sessionId);
    await endsWell(ordered, sessionId);
  });

  it('right after paying, before anybody came back, charging begins by itself', async () => {
    const ordered = await order(FAST.plugsIn);
    await pay(ordered);
    await app.kill9();
    const linesBefore = app.lines.length;
    await app.restart();
    await until(
      async () => app.lines.slice(linesBefore).map(({ msg }) => msg),
      messages => messages.includes('session running'),
    );
    const sessionId = await sessionOf(ordered);
    await chargesAndStops(sessionId);
    await endsWell(ordered, sessionId);
  });

  it('while the station is being asked, it is asked again and charging begins once', async () => {
    const ordered = await order(FAST.connected);
    await pay(ordered);
    const sessionId = await sessionOf(ordered);
    await dies();
    await chargesAndStops(sessionId);
    await endsWell(ordered, sessionId);
  });

  it('while it waits for a vehicle that never comes, the hold still goes back', async () => {
    const ordered = await order(POINTS.neverPlugsIn);
    await pay(ordered);
    const sessionId = await sessionOf(ordered);
    expect(holdOf(ordered)).toMatchObject({ state: 'authorised' });
    await dies();
    const over = await seen(sessionId, ({ kind, refreshAfterMs }) => kind === 'cancelled' && refreshAfterMs === 0);
    expect(over).toMatchObject({ why: 'never-started' });
    expect(holdOf(ordered)).toMatchObject({ state: 'released', capturedMinor: 0 });
  });

  it('in the middle of charging, nothing is lost and nothing is counted twice', async () => {
    const ordered = await order(FAST.plugsIn);
    await pay(ordered);
    const sessionId = await sessionOf(ordered);
    const before = await seen(sessionId, session => session.kind === 'running' && session.values.cost.amountMinor >= 20);
    await dies();
    const after = await charging.getSession({ sessionId });
    if (before.kind !== 'running' || after.kind !== 'running') throw new Error('Not running');
    expect(after.values.energyWh).toBeGreaterThanOrEqual(before.values.energyWh);
    expect(after.values.startedAt).toBe(before.values.startedAt);
    expect(after.version).toBeGreaterThanOrEqual(before.version);
    await seen(sessionId, session => session.kind === 'running' && session.values.energyWh > after.values.energyWh);
    await chargesAndStops(sessionId);
    await endsWell(ordered, sessionId);
    // The billed energy equals the signed energy, so no meter reading was counted twice.
    const receipt = await charging.getReceipt({ receipt: sessionId });
    const data = await (await fetch(`${app.origin}/api/receipts/${sessionId}/calibration-data`)).text();
    const [begin = 0, end = 0] = [...data.matchAll(/(?:"|&quot;)RV(?:"|&quot;):([\d.]+)/g)].map(match => Number(match[1]));
    expect(Math.round((end - begin) * 1000)).toBe(receipt.found.energyWh);
  });

  it('while charging is being stopped, it is stopped and billed', async () => {
    const ordered = await order(POINTS.delayedMeter);
    await pay(ordered);
    const sessionId = await sessionOf(ordered);
    await seen(sessionId, session => session.kind === 'running' && session.values.cost.amountMinor >= 100);
    expect((await charging.stopSession({ sessionId })).kind).toBe('stopping');
    await dies();
    expect(['stopping', 'completed']).toContain((await charging.getSession({ sessionId })).kind);
    await endsWell(ordered, sessionId);
  });

  it('at the moment the bill is made, the money is taken once', async () => {
    const ordered = await order(FAST.connected);
    await pay(ordered);
    const sessionId = await sessionOf(ordered);
    await seen(sessionId, session => session.kind === 'running' && session.values.cost.amountMinor >= 50);
    const linesBefore = app.lines.length;
    await charging.stopSession({ sessionId });
    while (!app.lines.slice(linesBefore).some(({ msg }) => msg === 'session completed'))
      await new Promise(resolve => setTimeout(resolve, 1));
    await dies();
    await endsWell(ordered, sessionId);
  });

  it('again and again, at whatever moment, the order still ends well', async () => {
    const ordered = await order(FAST.plugsIn);
    await pay(ordered);
    for (let n = 0; n < 4; n++) {
      await new Promise(resolve => setTimeout(resolve, 40 + n * 110));
      await dies();
    }
    const sessionId = await sessionOf(ordered);
    await chargesAndStops(sessionId);
    for (let n = 0; n < 3; n++) {
      await new Promise(resolve => setTimeout(resolve, n * 25));
      await dies();
    }
    await endsWell(ordered, sessionId);
    // The timeout is long, because this test starts the app seven times.
  }, 180_000);

  it('no invoice number is left out or given twice', () => {
    expect([...invoiceNumbers.keys()].length).toBeGreaterThanOrEqual(2);
    for (const [series, numbers] of invoiceNumbers) {
      const expected = numbers.map((_, n) => String(n + 1).padStart(6, '0'));
      expect([series, [...numbers].sort()]).toEqual([series, expected]);
    }
  });

  it('no money is left behind: every hold of these orders is captured, given back or closed', async () => {
    const open = app.holds().filter(({ state }) => state === 'authorised' || state === 'open');
    expect(open).toEqual([]);
    expect(app.bugs()).toEqual([]);
  });
});

describe('When a deployment asks the app to end', () => {
  it('it says so to the router, answers whoever is still here, ends streams, and exits within ten seconds', async () => {
    const ordered = await order(FAST.connected);
    await pay(ordered);
    const sessionId = await sessionOf(ordered);
    await seen(sessionId, ({ kind }) => kind === 'running');
    const stream = await fetch(`${app.origin}/api/sessions/${sessionId}/events`);
    const streamEnded = (async () => {
      for await (const _ of stream.body!);
      return true;
    })().catch(() => true);

    const began = Date.now();
    const ended = app.requestEnd();
    await until(
      async () => (await fetch(`${app.origin}/ready`)).status,
      status => status === 503,
    );
    expect(Date.now() - began).toBeLessThan(1000);
    const page = await fetch(`${app.origin}/en/blaufink`, { headers: { Accept: 'text/html' } });
    expect([page.status, page.headers.get('connection')]).toEqual([200, 'close']);
    expect((await fetch(`${app.origin}/health`)).status).toBe(200);
    expect(await ended).toBe(0);
    expect(Date.now() - began).toBeLessThan(10_000);
    expect(await streamEnded).toBe(true);
    expect(app.lines.at(-1)?.msg).toBe('stopped');

    await app.restart();
    await chargesAndStops(sessionId);
    await endsWell(ordered, sessionId);
    expect(app.bugs()).toEqual([]);
  });
});
