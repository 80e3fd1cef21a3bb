import type { Charging } from '../../../shared/charging/charging.ts';
import type { Receipt } from '../../../shared/charging/receipt.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { PageRequest } from '../../core/page.ts';
import { receipt } from '../Session/Session.fixture.tsx';
import { load } from './load.ts';

const pageRequest = (found: readonly string[]): PageRequest => ({
  locale: 'en',
  params: { clientId: 'lindau' },
  query: {},
  found,
  now: new Date(),
});
const charging = {
  async getReceipt({ receipt: token }: { receipt: string }): Promise<Receipt> {
    if (token === 'expired') throw new Problem('link-expired');
    if (token === 'broken') throw new TypeError('A bug');
    // 'one again' is a second token of the session 'one'.
    const number = token === 'one again' ? 'one' : token;
    return receipt({ receipt: token, found: { ...receipt().found, number: number.length, evseId: number } });
  },
} as Charging;

test('shows what is still there of the last search', async () => {
  const loaded = await load(charging, pageRequest(['one', 'expired', 'two']));
  if (!('data' in loaded)) throw new Error('Nothing to show');
  expect(await loaded.data).toMatchObject({ receipts: [{ receipt: 'one' }, { receipt: 'two' }] });
});

test('shows a session once that was found twice', async () => {
  const loaded = await load(charging, pageRequest(['one again', 'two', 'one']));
  if (!('data' in loaded)) throw new Error('Nothing to show');
  expect(await loaded.data).toMatchObject({ receipts: [{ receipt: 'one again' }, { receipt: 'two' }] });
});

test('goes back to the search when nothing is left', async () => {
  const search = { redirect: '/en/lindau/receipts' };
  expect(await load(charging, pageRequest([]))).toEqual(search);
  expect(await load(charging, pageRequest(['expired']))).toEqual(search);
});

test('does not hide a bug', async () => {
  await expect(load(charging, pageRequest(['broken']))).rejects.toThrow('A bug');
});
