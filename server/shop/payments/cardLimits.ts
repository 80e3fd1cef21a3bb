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
  if (await isPlugBusy(trx, order)) return 'plug-taken';
  const rate = LIMITS.smallSessionsPerCard;
  const isUsedUp =
    cardKey !== '' && (await countSmallOfCard(trx, { cardKey, since: later(now, -rate.withinS * 1000) })) >= rate.limit;
  return isUsedUp ? 'small-sessions' : null;
}

/** By another session of ours, or by whoever the station says has it. */
async function isPlugBusy(trx: Trx, { evseId, connector }: OrderRecord): Promise<boolean> {
  const { states, taken } = await plugsAt(trx, { evseId, connectors: [connector] });
  const state = states.get(connector);
  return taken.has(connector) || (state !== undefined && !canChoose(state));
}
