import { expect, test } from '@jest/globals';
import type { Charging, OrderStatus } from '../../../shared/charging/charging.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { PageRequest } from '../../core/page.ts';
import { load } from './load.ts';

const HELD: OrderStatus = { kind: 'charging', sessionId: 's', clientId: 'lindau' };

/** Loads the page of an order and returns the calls and the result. `cancelled`: what the cancellation answers. */
async function visit(query: PageRequest['query'], cancelled: () => Promise<OrderStatus>) {
  const calls: string[] = [];
  const charging: Partial<Charging> = {
    cancelOrder: () => {
      calls.push('cancel');
      return cancelled();
    },
    refreshOrder: async () => {
      calls.push('refresh');
      return { kind: 'checking' };
    },
  };
  const request = { locale: 'de', params: { orderId: 'o' }, query, now: new Date() } as unknown as PageRequest;
  return { calls, loaded: await load(charging as Charging, request) };
}

test('a driver who cancelled at the payment provider cancels the order, and other returns do not', async () => {
  expect((await visit({ cancelled: '1' }, async () => ({ kind: 'checking' }))).calls).toEqual(['cancel']);
  expect((await visit({}, async () => ({ kind: 'checking' }))).calls).toEqual(['refresh']);
});

test('a payment that was held before the cancellation leads to the session', async () => {
  const { loaded } = await visit({ cancelled: '1' }, async () => HELD);
  expect(loaded).toEqual({ redirect: '/lindau/charging/s' });
});

test('without an answer of the payment provider, the order stays as it is', async () => {
  const { calls, loaded } = await visit({ cancelled: '1' }, async () => {
    throw new Problem('payments-unavailable');
  });
  expect(calls).toEqual(['cancel', 'refresh']);
  expect(loaded).toEqual({ data: { settled: { kind: 'checking' } } });
});
