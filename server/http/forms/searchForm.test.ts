import type { Response } from 'express';
import type { SearchQuery } from '../../../shared/charging/charging.ts';
import type { FoundSession } from '../../../shared/charging/receipt.ts';
import { submitSearch } from './searchForm.ts';
import type { Submission } from './submission.ts';

const KNOWN = 'Zm9vYmFyLWJhei1xdXV4_w';
const searches: SearchQuery[] = [];
const cookies: string[] = [];
beforeEach(() => {
  searches.length = 0;
  cookies.length = 0;
});

const submit = (values: Record<string, string>, now = '2026-11-20T12:00:00Z') =>
  submitSearch({
    dependencies: {
      backend: { knows: async ({ id }: { id: string }) => id === KNOWN },
      search: async (query: SearchQuery) => {
        searches.push(query);
        return [{ receipt: 'r.token' } as FoundSession];
      },
      clock: { now: () => new Date(now) },
      isSecure: true,
    },
    visitor: { locale: 'hu', path: '/blaufink/receipts' },
    params: { clientId: 'blaufink' },
    values,
    address: '192.0.2.7',
    response: {
      req: { cookies: {} },
      cookie: (_name: string, value: string) => void cookies.push(value),
    } as unknown as Response,
  } as unknown as Submission);

const FORM = { country: 'de', date: '2026-11-20', price: '12,34', creditCard: ' 4242 ' };

test('a search goes by what was typed, and neither that nor what was found stands in an address', async () => {
  const searched = { date: '2026-11-20', creditCard: '4242' };
  expect(await submit({ ...FORM, evse: ' DE*BLF*E1001*1 ' })).toEqual({
    redirect: '/hu/blaufink/receipts/results',
    forward: { found: ['r.token'], searched },
  });
  expect(searches).toEqual([
    { clientId: 'blaufink', country: 'de', date: '2026-11-20', price: '12,34', lastDigits: '4242', evseId: 'DE*BLF*E1001*1' },
  ]);
  expect(cookies).toEqual(['2026-11-20/4242 r.token']);
});

test.each([
  ['the address behind a code', `https://charge.example/en/blaufink/evse/DE*BLF*E1001*1?${'from=sticker&'.repeat(4)}`],
  ['far too much', 'DE*BLF*E1001*1 '.repeat(30)],
])('a search takes for a charging point whatever was pasted: %s', async (_, evse) => {
  expect(evse.length).toBeGreaterThan(64);
  expect(await submit({ ...FORM, evse })).toMatchObject({ redirect: '/hu/blaufink/receipts/results' });
  expect(searches).toMatchObject([{ evseId: evse.trim().slice(0, 300) }]);
});

test.each([
  ['2026-11-20T12:00:00Z', '2026-11-20', 'taken'],
  ['2026-11-20T12:00:00Z', '2026-11-21', 'refused'],
  // 23:30 UTC is 00:30 on the next day in Cologne.
  ['2026-11-20T23:30:00Z', '2026-11-21', 'taken'],
  ['2026-11-20T23:30:00Z', '2026-11-22', 'refused'],
  // In a demo the app's clock can be years ahead.
  ['2031-01-01T12:00:00Z', '2031-01-01', 'taken'],
])('when the app’s clock says %s, the day %s is %s', async (now, date, expected) => {
  const outcome = await submit({ ...FORM, date }, now);
  if (expected === 'taken') expect(outcome).toMatchObject({ redirect: '/hu/blaufink/receipts/results' });
  else expect(outcome).toMatchObject({ status: 422, form: { errors: { date: { key: 'validation.date.future' } } } });
});

test.each([
  [`https://charge.example/en/blaufink/charging/${KNOWN}`, `/hu/blaufink/charging/${KNOWN}`],
  [KNOWN, `/hu/blaufink/charging/${KNOWN}`],
  [`https://charge.example/blaufink/pay/${KNOWN}/return`, `/hu/blaufink/pay/${KNOWN}/return`],
  [`https://elsewhere.example//evil.example/charging/${KNOWN}`, `/hu/blaufink/charging/${KNOWN}`],
])('the pasted link %s leads to %s on our own pages', async (link, redirect) => {
  expect(await submit({ link })).toEqual({ redirect });
  expect(searches).toEqual([]);
});

test.each([
  ['', 'search.link.invalid'],
  ['https://charge.example/blaufink', 'search.link.invalid'],
  [`https://charge.example/blaufink/watch/${KNOWN}`, 'search.link.watch'],
  [`https://charge.example/blaufink/charging/${'A'.repeat(22)}`, 'search.link.unknown'],
])('the pasted text “%s” stays in its field with %s', async (link, key) => {
  expect(await submit({ link })).toMatchObject({
    again: '/blaufink/receipts',
    status: 422,
    form: { values: { link }, errors: { link: { key } }, problem: null },
  });
});
