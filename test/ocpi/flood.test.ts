import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { listAudit } from '../../server/store/jobs/audit.ts';
import { type OcpiShop, openOcpiShop } from '../support/ocpi/openOcpiShop.ts';
import { until } from '../support/until.ts';

const MIB = 1_048_576;
const SESSIONS = 1000;
const AT_ONCE = 10;
/** 0.9 MB in total, divided into texts that do not exceed the maximum length of a text. */
const FILLING = Array.from({ length: 900 }, () => 'x'.repeat(1000));

let shop: OcpiShop;
beforeAll(async () => {
  shop = await openOcpiShop();
  await shop.connect();
});
afterAll(() => shop.close());

async function databaseBytes(): Promise<number> {
  const pragma = async (name: string) => {
    const { rows } = await sql.raw<Record<string, number>>(`pragma ${name}`).execute(shop.store.db);
    return rows[0]?.[name] ?? 0;
  };
  return (await pragma('page_count')) * (await pragma('page_size'));
}

const alertsOf = async (subject: string) =>
  (await listAudit(shop.store.db, { what: 'attention', since: new Date(0) }))
    .filter(({ subjectId }) => subjectId === subject)
    .map(({ facts }) => String(facts.why));

async function send(path: string, body: string): Promise<number> {
  const token = (await shop.cpo.state()).peer?.ourToken ?? '';
  const response = await fetch(`${shop.ocpi.registration.us.baseUrl}/2.3.0${path}`, {
    method: 'PUT',
    headers: { authorization: `Token ${Buffer.from(token).toString('base64')}` },
    body,
  });
  // The connection can be reused only after the response body has been read.
  await response.arrayBuffer();
  return response.status;
}

const strangeSession = (n: number): string =>
  JSON.stringify({
    country_code: 'DE',
    party_id: 'CPO',
    id: `STRANGE${n}`,
    start_date_time: '2026-11-20T10:00:00Z',
    kwh: 1,
    cdr_token: { country_code: 'DE', party_id: 'ABC', uid: `UNKNOWN${n}`, type: 'AD_HOC_USER', contract_id: 'X' },
    auth_method: 'COMMAND',
    location_id: 'LOC1',
    evse_uid: '1-1',
    connector_id: '1',
    currency: 'EUR',
    status: 'ACTIVE',
    last_updated: '2026-11-20T10:00:00Z',
    filling: FILLING,
  });

it('A thousand sessions of 0.9 MB without a start of ours: the database stays as it is, and one alert of each kind is raised', async () => {
  const before = await databaseBytes();
  const answers: number[] = [];
  for (let n = 0; n < SESSIONS; n += AT_ONCE) {
    const some = Array.from({ length: AT_ONCE }, (_, each) =>
      send(`/sessions/DE/CPO/STRANGE${n + each}`, strangeSession(n + each)),
    );
    answers.push(...(await Promise.all(some)));
  }
  expect(new Set(answers)).toEqual(new Set([201, 429]));
  const accepted = answers.filter(status => status === 201).length;
  expect(accepted).toBeLessThanOrEqual((64 * MIB) / 900_000 + 2);
  expect(await databaseBytes()).toBeLessThan(before + MIB);
  const alerts = await until(
    () => alertsOf('ocpi:town'),
    all => all.length > 1,
  );
  expect(alerts.toSorted()).toEqual(['a connection sends more than it may', 'a session without a start of ours']);
  const { unmatched, lastUnmatched } = await shop.ocpi.record('town');
  expect([unmatched, lastUnmatched.length]).toEqual([accepted, 10]);
  // Locations and tariffs count towards one common limit of bytes.
  expect(await send('/tariffs/DE/CPO/T9', JSON.stringify({ filling: FILLING }))).toBe(429);
}, 300_000);
