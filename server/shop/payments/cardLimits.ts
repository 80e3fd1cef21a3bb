import { createHmac } from 'node:crypto';
import { LIMITS } from '../../../shared/charging/limits.ts';
import { type CancelReason, canChoose } from '../../../shared/charging/session.ts';
import { newestOf, type Secret } from '../../../shared/util/secret.ts';
import type { Hold } from '../../core/ports/ports.ts';
import { later } from '../../core/records/instants.ts';
import type { Trx } from '../../store/engine/database.ts';
import { countSmallOfCard } from '../../store/shop/limits.ts';
import type { OrderRecord } from '../../store/shop/orders.ts';
import { plugsAt } from '../../store/shop/sessions.ts';

/**
 * Returns a key that recognises a card without identifying it: a keyed hash of the payment provider's card fingerprint.
 * @returns '' if the payment provider sends no fingerprint
 */
export function cardKeyOf(secret: Secret, { cardFingerprint }: Pick<Hold, 'cardFingerprint'>): string {
  if (cardFingerprint === null) return '';
  return createHmac('sha256', newestOf(secret)).update(`card:${cardFingerprint}`).digest('base64url').slice(0, 22);
}

/**
 * Checks, just before the start, whether a session with a new hold may start.
 * @returns the reason why not, or null
 */
export async function whyNotToBegin(
  trx: Trx,
  { order, cardKey, now }: { order: OrderRecord; cardKey: string; now: Date },
): Promise<CancelReason | null> {
  if (await isPlugBusy(trx, order)) return 'plug-taken';
  const rate = LIMITS.smallSessionsPerCard;
  const isUsedUp =
    cardKey !== '' && (await countSmallOfCard(trx, { cardKey, since: later(now, -rate.withinS * 1000) })) >= rate.limit;
  return isUsedUp ? 'small-sessions' : null;
}

/** Returns whether another session occupies the connector, or the station reports that the connector is not available. */
async function isPlugBusy(trx: Trx, { evseId, connector }: OrderRecord): Promise<boolean> {
  const { states, taken } = await plugsAt(trx, { evseId, connectors: [connector] });
  const state = states.get(connector);
  return taken.has(connector) || (state !== undefined && !canChoose(state));
}
