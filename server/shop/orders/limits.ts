import { LIMITS, type Rate } from '../../../shared/charging/limits.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { later } from '../../core/records/instants.ts';
import type { Db, Trx } from '../../store/engine/database.ts';
import {
  countFreeStarts,
  countIdleFreeStarts,
  countOfNetwork,
  type FreeStarter,
  hasOpenFreeSession,
  spendCode,
} from '../../store/shop/limits.ts';
import type { OrderRecord } from '../../store/shop/orders.ts';
import { plugsAt } from '../../store/shop/sessions.ts';

/**
 * The e-mail address and the network address of whoever placed an order. Limits count database rows, so that they apply across
 * all processes of the app.
 */

type Orderer = Pick<OrderRecord, 'email' | 'visitor'>;

const sinceOf = ({ withinS }: Rate, now: Date): Date => later(now, -withinS * 1000);
const tooMany = ({ withinS }: Rate) => new Problem('too-many', { retryAfterS: withinS });

/**
 * Refuses a free start if the connector is taken, if the visitor has started too often, or if the visitor has an open session.
 * Since free charging needs no card, one visitor could otherwise occupy every connector.
 * @throws Problem 'plug-taken', 'too-many', 'not-now'
 */
export async function refuseFree(trx: Trx, order: OrderRecord, now: Date): Promise<void> {
  const { id: except, evseId, connector, visitor } = order;
  if ((await plugsAt(trx, { evseId, connectors: [connector] })).taken.has(connector)) throw new Problem('plug-taken');
  const starter = freeStarter(order);
  if (starter) {
    const rate = starter.by === 'email' ? LIMITS.freeStartsPerEmail : LIMITS.freeStartsWithoutEmail;
    if ((await countFreeStarts(trx, { ...starter, since: sinceOf(rate, now), except })) >= rate.limit) throw tooMany(rate);
    if (await hasOpenFreeSession(trx, starter)) throw new Problem('not-now');
  }
  // This limit counts by network address only, because a visitor can invent e-mail addresses but not network addresses.
  const idle = LIMITS.idleFreeStartsPerNetwork;
  if (visitor !== '' && (await countIdleFreeStarts(trx, { visitor, since: sinceOf(idle, now) })) >= idle.limit)
    throw tooMany(idle);
}

/**
 * Returns the key by which free starts are counted: the e-mail address of the order, otherwise the network address. The e-mail
 * address comes first, because a whole car park may share one network address.
 * @returns null if the order has neither
 */
function freeStarter({ email, visitor }: Orderer): FreeStarter | null {
  if (email !== '') return { by: 'email', value: email };
  return visitor === '' ? null : { by: 'visitor', value: visitor };
}

/**
 * Refuses an order if its network address has too many unpaid orders or too many small sessions. Each unpaid checkout costs
 * requests to the payment provider. A session that costs too little for a card payment is not charged, which must not be
 * exploited.
 * @throws Problem 'unpaid-orders', 'small-sessions'
 */
export async function refusePaid(db: Db, { visitor }: Orderer, now: Date): Promise<void> {
  const { unpaidPagesPerNetwork: unpaidRate, smallSessionsPerNetwork: smallRate } = LIMITS;
  if (visitor === '') return;
  const since = { unpaidSince: sinceOf(unpaidRate, now), smallSince: sinceOf(smallRate, now) };
  const { unpaid, small } = await countOfNetwork(db, { visitor, ...since });
  if (unpaid >= unpaidRate.limit) throw new Problem('unpaid-orders', { retryAfterS: unpaidRate.withinS });
  if (small >= smallRate.limit) throw new Problem('small-sessions', { retryAfterS: smallRate.withinS });
}

/**
 * Marks a one-time code from a station's screen as used. A code is valid for one order.
 * @throws Problem 'code-used'
 */
export async function refuseUsedCode(
  trx: Trx,
  { order, slot, now }: { order: Pick<OrderRecord, 'id' | 'evseId'>; slot: number | undefined; now: Date },
): Promise<void> {
  if (slot === undefined) return;
  const isFirst = await spendCode(trx, { evseId: order.evseId, slot, orderId: order.id, now });
  if (!isFirst) throw new Problem('code-used');
}
