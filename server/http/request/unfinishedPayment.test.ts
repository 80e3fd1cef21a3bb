import { describe, expect, it } from '@jest/globals';
import type { OrderStatus } from '../../../shared/charging/charging.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { loadUnfinishedPayment } from './unfinishedPayment.ts';

const ORDER = { clientId: 'blaufink', orderId: 'order-1' };
const load = (refreshOrder: () => Promise<OrderStatus>) => loadUnfinishedPayment({ refreshOrder }, ORDER);

describe('A payment that cannot be loaded', () => {
  it('stays in the cookie if the database or the payment provider fails, because a later page can offer it', async () => {
    expect(await load(() => Promise.reject(new Error('no answer')))).toEqual({ payment: null, isOver: false });
  });

  it('leaves the cookie if the order is unknown', async () => {
    expect(await load(() => Promise.reject(new Problem('no-session')))).toEqual({ payment: null, isOver: true });
  });
});
