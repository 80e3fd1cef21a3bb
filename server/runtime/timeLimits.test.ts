import { describe, expect, it } from '@jest/globals';
import { createFakePayments } from '../../test/support/fakePayments.ts';
import { createFakeStations } from '../../test/support/fakeStations.ts';
import { someAddress } from '../../test/support/someStation.ts';
import { ProviderUnavailable } from '../core/ports/ports.ts';
import { timedPayments, timedStations } from './timeLimits.ts';

const NEVER = () => new Promise<never>(() => undefined);
const SHORT_MS = 20;

describe('A call outside that never answers', () => {
  it('ends as unknown at the payment provider, whichever it is', async () => {
    const silent = {
      ...createFakePayments(),
      createCheckout: NEVER,
      read: NEVER,
      capture: NEVER,
      close: NEVER,
      release: NEVER,
      refund: NEVER,
      listPayouts: NEVER,
      listPayoutRows: NEVER,
      health: NEVER,
    };
    const payments = timedPayments(silent, SHORT_MS);
    const key = { ref: 'ref', key: 'capture:payment:1' };
    const calls = [
      payments.createCheckout({} as never),
      payments.read('ref'),
      payments.capture({ ...key, amountMinor: 100 }),
      payments.close(key),
      payments.release(key),
      payments.refund({ ...key, amountMinor: 100 }),
      payments.listPayouts({} as never),
      payments.listPayoutRows({} as never),
      payments.health(),
    ];
    for (const call of calls) await expect(call).rejects.toThrow(ProviderUnavailable);
  });

  it('ends as unknown at a station, and nothing is read', async () => {
    const fakes = createFakeStations(() => ({ report: NEVER, reportPlug: NEVER, reportCdr: NEVER }), {
      rejectsCancelledStarts: true,
    });
    const stations = timedStations(
      {
        ...fakes,
        start: NEVER,
        cancelStart: NEVER,
        stop: NEVER,
        unlock: NEVER,
        sendPaymentAdvice: NEVER,
        read: NEVER,
        health: NEVER,
      },
      SHORT_MS,
    );
    const call = { authorizationReference: 'start', address: someAddress() };
    const answers = [
      stations.start({ ...call, limitMinor: null, tariffText: null }),
      stations.cancelStart(call),
      stations.stop(call),
      stations.unlock(call),
      stations.sendPaymentAdvice({ ...call, payment: {} as never }),
      stations.read({ ...call, since: null }),
    ];
    expect(await Promise.all(answers)).toEqual(['unknown', 'unknown', 'unknown', 'unknown', 'unknown', null]);
    await expect(stations.health()).rejects.toThrow('No response in time');
    expect(stations.capabilities(call.address)).toEqual(fakes.capabilities(call.address));
  });

  it('changes nothing for one that answers, or fails, in time', async () => {
    const payments = createFakePayments();
    const timed = timedPayments(payments, 1000);
    await expect(timed.read('unknown')).rejects.toThrow('No such hold');
    const { ref } = await timed.createCheckout({
      paymentId: 'p',
      key: 'authorise:p:1',
      amountMinor: 500,
      currency: 'EUR',
    } as never);
    expect(await timed.read(ref)).toEqual(payments.truth(ref));
  });
});
