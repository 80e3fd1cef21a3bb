import { describe, expect, it } from '@jest/globals';
import { Problem } from '../../../shared/model/problem.ts';
import { orderOf } from './events.ts';
import { createWaits } from './waits.ts';

describe('The troubles of the cluster', () => {
  it('happen as often as asked, mixed with reloads', () => {
    const order = orderOf({ primaries: 3, processes: 6, cuts: 1 });
    const counts = Object.fromEntries([...Map.groupBy(order, trouble => trouble)].map(([trouble, all]) => [trouble, all.length]));
    expect(counts).toEqual({
      'primary killed': 3,
      'process killed': 6,
      'network cut for 30 s': 1,
      'PgBouncer reloaded': 1,
      'PgBouncer restarted': 1,
      'HAProxy reloaded': 1,
    });
    expect(order.slice(0, 3)).toContain('primary killed');
  });
});

describe('The wait of a driver', () => {
  it('lasts until the app answers, and a refusal is an answer', async () => {
    const waits = createWaits();
    const errors = [new Problem('unavailable'), new TypeError('fetch failed'), new Problem('plug-taken')];
    const began = performance.now();
    const answer = await waits.insist('order', () => Promise.reject(errors.shift()));
    expect(answer).toMatchObject({ code: 'plug-taken' });
    expect(waits.maxWait(began, performance.now())).toMatchObject({ what: 'order', tries: 3 });
    expect(waits.maxWait(began - 100, began - 50)).toBeNull();
  });
});
