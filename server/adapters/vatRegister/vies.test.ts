import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createManualClock, type ManualClock } from '../../../test/support/clock.ts';
import type { VatRegister } from '../../core/ports/ports.ts';
import { createVies } from './vies.ts';

/**
 * A local server that replaces the Commission's register. `requests` contains what it received, and `answers` its next
 * responses.
 */
let requests: { path: string; body: unknown }[];
let answers: (response: ServerResponse) => void;
let server: Server;
let clock: ManualClock;
let register: VatRegister;
let warnings: object[];

const says =
  (body: object, status = 200) =>
  (response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

beforeEach(async () => {
  [requests, warnings] = [[], []];
  answers = says({ countryCode: 'DE', vatNumber: '123456789', valid: true, name: '---' });
  server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    requests.push({ path: request.url ?? '', body: JSON.parse(text) });
    answers(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  clock = createManualClock();
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  register = createVies({ clock, origin, warn: (event, facts) => void warnings.push({ event, ...facts }) });
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const check = (vatId = 'DE123456789', country = 'de') => register.check({ vatId, country });

describe('A VAT ID', () => {
  it('is asked for at the register of the Commission, and once a day at most', async () => {
    expect(await check()).toBe('valid');
    expect(requests).toEqual([
      { path: '/taxation_customs/vies/rest-api/check-vat-number', body: { countryCode: 'DE', vatNumber: '123456789' } },
    ]);
    await clock.pass(23 * 3_600_000);
    expect(await check()).toBe('valid');
    expect(requests).toHaveLength(1);
    await clock.pass(2 * 3_600_000);
    await check();
    expect(requests).toHaveLength(2);
  });

  it('that the register does not know is unknown, and asked for again soon: it may be new', async () => {
    answers = says({ countryCode: 'DE', vatNumber: '123456789', valid: false });
    expect(await check()).toBe('unknown');
    answers = says({ valid: true });
    await clock.pass(5 * 60_000 + 1);
    expect(await check()).toBe('valid');
  });

  it('of Greece goes by the letters that Greece uses', async () => {
    expect(await check('EL123456789', 'gr')).toBe('valid');
    expect(requests[0]?.body).toEqual({ countryCode: 'EL', vatNumber: '123456789' });
  });

  it.each([
    ['Switzerland', 'CHE123456789MWST', 'ch'],
    ['Great Britain', 'GB123456789', 'gb'],
  ])('of %s is in no register that it could be looked up in', async (_, vatId, country) => {
    expect(await check(vatId, country)).toBe('not-checked');
    expect(requests).toEqual([]);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['says that a country is away', says({ actionSucceed: false, errorWrappers: [{ error: 'MS_UNAVAILABLE' }] }, 400)],
    ['says so with status 200', says({ actionSucceed: false, errorWrappers: [{ error: 'MS_UNAVAILABLE' }] })],
    ['fails', says({}, 500)],
    ['answers with a page', response => void response.end('<html>')],
    ['leads elsewhere', response => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    ['cuts the line', response => void response.destroy()],
    ['answers without an end', response => void response.end(JSON.stringify({ valid: true, name: 'x'.repeat(200_000) }))],
  ])('is not checked, and nobody refused, when the register %s', async (_, how) => {
    answers = how;
    expect(await check()).toBe('not-checked');
    expect(warnings).toHaveLength(1);
    expect(JSON.stringify(warnings)).not.toContain('123456789');
    // For one minute after a failure, the register is not queried again.
    expect(await check()).toBe('not-checked');
    expect(requests).toHaveLength(1);
    answers = says({ valid: true });
    await clock.pass(60_000 + 1);
    expect(await check()).toBe('valid');
  });

  it('is waited for four seconds at most', async () => {
    answers = () => undefined;
    const began = performance.now();
    expect(await check()).toBe('not-checked');
    expect(performance.now() - began).toBeLessThan(8000);
  }, 20_000);
});
