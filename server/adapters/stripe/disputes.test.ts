import { describe, expect, it } from '@jest/globals';
import { disputeOf } from './disputes.ts';

describe('How the disputes of a payment stand', () => {
  it.each([
    ['none', [], null],
    ['an inquiry that waits for an answer', ['warning_needs_response'], { state: 'open', amountMinor: 100 }],
    ['an inquiry that came to nothing', ['warning_closed'], { state: 'won', amountMinor: 100 }],
    ['one under review', ['under_review'], { state: 'open', amountMinor: 100 }],
    ['one won', ['won'], { state: 'won', amountMinor: 100 }],
    ['one lost', ['lost'], { state: 'lost', amountMinor: 100 }],
    ['one won and one open', ['won', 'needs_response'], { state: 'open', amountMinor: 200 }],
    ['two lost and one won', ['lost', 'won', 'lost'], { state: 'lost', amountMinor: 400 }],
    ['what a later version of Stripe may say', ['appealed'], { state: 'open', amountMinor: 100 }],
  ])('%s', (_case, states, reported) => {
    const disputes = states.map((status, n) => ({ status: status as never, amount: 100 * (n + 1) }));
    expect(disputeOf(disputes)).toEqual(reported);
  });
});
