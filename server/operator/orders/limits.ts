import { createHmac } from 'node:crypto';
import { newestOf, type Secret } from '../../../shared/keys/secret.ts';
import { LIMITS, type Rate } from '../../../shared/limits.ts';
import { Problem } from '../../../shared/problem.ts';
import { type CancelReason, canChoose } from '../../../shared/session.ts';
import { later } from '../instants.ts';
import type { Hold } from '../ports.ts';
import type { Db, Trx } from '../store/engine/database.ts';
import {
  countFreeStarts,
  countIdleFreeStarts,
  countOfNetwork,
  countSmallOfCard,
  type FreeStarter,
  hasOpenFreeSession,
  spendCode,
} from '../store/limits.ts';
import type { OrderRecord } from '../store/orders.ts';
import { plugsAt, type SessionRecord } from '../store/sessions.ts';

/** Limits are counted in the rows of the transaction that they decide about, so several processes count together. */

type Orderer = Pick<OrderRecord, 'email' | 'visitor'>;

const sinceOf = ({ withinS }: Rate, now: Date): Date => later(now, -withinS * 1000);
const tooMany = ({ withinS }: Rate) => new Problem('too-many', { retryAfterS: withinS });

/**
 * The plug may be taken; and as free charging needs no card, something else must keep one visitor from taking every plug.
 * @throws Problem 'plug-taken', 'too-many', 'not-now'
 */
export async function refuseFree(trx: Trx, order: OrderRecord, now: Date): Promise<void> {
  const { id: except, evseId, connector, visitor } = order;
  if ((await plugsAt(trx, { evseId, connectors: [connector] })).taken.has(connector)) throw new Problem('plug-taken');
  const starter = freeStarter(order);
  if (starter) {
    const rate = starter.by === 'email' ? LIMITS.freeStartsPerEmail : LIMITS.freeStartsWithoutEmail;
    if ((await countFreeStarts(trx, { ...starter, since: sinceOf(rate, now), except })) >= rate.most) throw tooMany(rate);
    if (await hasOpenFreeSession(trx, starter)) throw new Problem('not-now');
  }
  // E-mail addresses are easily made up, networks are not.
  const idle = LIMITS.idleFreeStartsPerNetwork;
  if (visitor !== '' && (await countIdleFreeStarts(trx, { visitor, since: sinceOf(idle, now) })) >= idle.most)
    throw tooMany(idle);
}

/** By e-mail address where one is given: behind one network address there may be a whole car park. */
function freeStarter({ email, visitor }: Orderer): FreeStarter | null {
  if (email !== '') return { by: 'email', value: email };
  return visitor === '' ? null : { by: 'visitor', value: visitor };
}

/**
 * Each unpaid page costs calls to the provider, from its creation to the last sweep. What is too small for a card is given away,
 * but not again and again.
 * @throws Problem 'unpaid-orders', 'small-sessions'
 */
export async function refusePaid(db: Db, { visitor }: Orderer, now: Date): Promise<void> {
  const { unpaidPagesPerNetwork: unpaidRate, smallSessionsPerNetwork: smallRate } = LIMITS;
  if (visitor === '') return;
  const since = { unpaidSince: sinceOf(unpaidRate, now), smallSince: sinceOf(smallRate, now) };
  const { unpaid, small } = await countOfNetwork(db, { visitor, ...since });
  if (unpaid >= unpaidRate.most) throw new Problem('unpaid-orders', { retryAfterS: unpaidRate.withinS });
  if (small >= smallRate.most) throw new Problem('small-sessions', { retryAfterS: smallRate.withinS });
}

/** A code on a station's screen is good for one order. @throws Problem 'code-used' */
export async function refuseUsedCode(
  trx: Trx,
  { order, slot, now }: { order: Pick<OrderRecord, 'id' | 'evseId'>; slot: number | undefined; now: Date },
): Promise<void> {
  if (slot === undefined) return;
  const isFirst = await spendCode(trx, { evseId: order.evseId, slot, orderId: order.id, now });
  if (!isFirst) throw new Problem('code-used');
}

/** Tells cards apart without keeping which they are. Empty: the provider does not tell them apart. */
export function cardKeyOf(secret: Secret, { cardFingerprint }: Pick<Hold, 'cardFingerprint'>): string {
  if (cardFingerprint === null) return '';
  return createHmac('sha256', newestOf(secret)).update(`card:${cardFingerprint}`).digest('base64url').slice(0, 22);
}

/** Why a hold that has come to be begins no charging after all; read just before the start. */
export async function whyNotToBegin(
  trx: Trx,
  { order, cardKey, now }: { order: OrderRecord; cardKey: string; now: Date },
): Promise<CancelReason | null> {
  if (await isPlugTaken(trx, order)) return 'plug-taken';
  const rate = LIMITS.smallSessionsPerCard;
  const isUsedUp = cardKey !== '' && (await countSmallOfCard(trx, { cardKey, since: sinceOf(rate, now) })) >= rate.most;
  return isUsedUp ? 'small-sessions' : null;
}

/** By another session of ours, or by whoever the station says has it. */
async function isPlugTaken(trx: Trx, { evseId, connector }: OrderRecord): Promise<boolean> {
  const { states, taken } = await plugsAt(trx, { evseId, connectors: [connector] });
  const state = states.get(connector);
  return taken.has(connector) || (state !== undefined && !canChoose(state));
}

/**
 * Anybody may type anybody's address. Where no card is asked for either, nobody is written to before a vehicle is plugged in.
 */
export const mayWrite = (order: Pick<OrderRecord, 'limitMinor'>, session: Pick<SessionRecord, 'startedAt'>): boolean =>
  order.limitMinor !== null || session.startedAt !== null;
