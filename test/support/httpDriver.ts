import { createHttpCharging } from '../../client/core/charging.ts';
import type { Charging } from '../../shared/charging/charging.ts';
import type { Receipt } from '../../shared/charging/receipt.ts';
import { canChoose, type Session } from '../../shared/charging/session.ts';
import { fillInOrder, type PointAddress } from './orderForm.ts';
import { until } from './until.ts';

/** A driver who charges over plain HTTP. It sends the requests that the scripts of the web pages send. */
export interface HttpDriver {
  /**
   * Orders, pays and waits until charging has begun.
   * @returns the id of the session
   */
  charges(point: PointAddress): Promise<string>;
  /** Polls the session until `isSo` returns true. A failed request is repeated, as the web page does. */
  seen(sessionId: string, isSo: (session: Session) => boolean): Promise<Session>;
  /** Stops the session at once, even if its cost is still below the minimum payment. */
  stopsOnly(sessionId: string): Promise<void>;
  /**
   * Stops the session once its cost reaches 50 cents, the minimum payment. Waits until the money is captured and the invoice is
   * rendered.
   */
  stops(sessionId: string): Promise<Receipt>;
}

/**
 * Creates a driver. Replaces `globalThis.fetch` by a version that sends an Origin header, which browsers do and Node does not.
 */
export function createHttpDriver(origin: string): HttpDriver {
  const plain = globalThis.fetch;
  globalThis.fetch = (input, init = {}) =>
    plain(input, { ...init, headers: { Origin: origin, ...(init.headers as Record<string, string>) } });
  const charging: Charging = createHttpCharging(origin);
  const seen: HttpDriver['seen'] = async (sessionId, isSo) => {
    const found = await until(
      () => charging.getSession({ sessionId }).catch(() => null),
      session => session !== null && isSo(session),
      60_000,
    );
    return found as Session;
  };
  return {
    seen,
    async charges(point) {
      const { plugs } = await until(
        () => charging.getChargingPoint(point),
        found => found.plugs[0] !== undefined && canChoose(found.plugs[0].state),
      );
      const [plug] = plugs;
      if (!plug) throw new Error('A point without plugs');
      const started = await charging.startSession(await fillInOrder(origin, point, plug));
      if (started.kind !== 'pay') throw new Error('Nothing to pay');
      const body = new URLSearchParams({ cardnumber: '4242424242424242', exp: '12/30', cvc: '123' });
      await fetch(origin + started.url, { method: 'POST', redirect: 'manual', body });
      const settled = await until(
        () => charging.refreshOrder({ orderId: started.orderId }),
        ({ kind }) => kind === 'charging',
      );
      if (settled.kind !== 'charging') throw new Error('Not charging');
      await seen(settled.sessionId, ({ kind }) => kind === 'running');
      return settled.sessionId;
    },
    async stopsOnly(sessionId) {
      await charging.stopSession({ sessionId });
    },
    async stops(sessionId) {
      await seen(sessionId, session => session.kind === 'running' && session.values.cost.amountMinor >= 50);
      await charging.stopSession({ sessionId });
      await seen(sessionId, session => session.kind === 'completed' && session.isBilled);
      return until(
        () => charging.getReceipt({ receipt: sessionId }),
        ({ invoice }) => invoice === 'ready',
      );
    },
  };
}
