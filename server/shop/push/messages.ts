import { formatMicro, formatMoney, formatPercent, formatTime, type ZonedRegion } from '../../../shared/figures/format.ts';
import { NEAR_PERCENT } from '../../../shared/price/holdShare.ts';
import { announcedFee } from '../../core/pricing/feeAnnouncement.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import type { SessionRecord } from '../../store/shop/sessions.ts';
import type { PushEvent } from '../../store/tables/otherTables.ts';
import { costSoFar, priceNow } from '../sessions/cost/priceNow.ts';
import type { PriceFacts } from '../sessions/cost/prices.ts';

interface Draft {
  context: OperatorContext;
  session: SessionRecord;
  priced: PriceFacts;
  region: ZonedRegion;
}

/**
 * Writes the message of each event; null if the event no longer applies. Messages appear on locked screens, so they contain
 * amounts and times but no name, address, card digits or session number.
 */
export const MESSAGES: Readonly<Record<PushEvent, (draft: Draft) => Promise<string | null>>> = {
  ended,
  paused,
  fee,
  limit,
  receipt,
};

const t = ({ context, region }: Draft, key: string, values: Readonly<Record<string, string>> = {}): string =>
  context.translator(region.locale, key, values);
const money = ({ priced, region }: Draft, minor: number): string => formatMoney(minor, priced.currency, region);
const isCharging = ({ state }: SessionRecord): boolean => state === 'running' || state === 'paused';

/** Until the session is completed, its final price is unknown and left out. */
async function ended(draft: Draft): Promise<string | null> {
  const { session } = draft;
  if (session.endedAt === null) return null;
  if (session.state !== 'completed') return t(draft, 'notification.ended');
  return session.totalMinor
    ? t(draft, 'notification.endedPrice', { price: money(draft, session.totalMinor) })
    : t(draft, 'notification.ended');
}

async function paused(draft: Draft): Promise<string | null> {
  const { context, session } = draft;
  // A vehicle that has drawn no energy yet has not paused: it waits for the start, for example until electricity is cheaper.
  if (session.state !== 'paused' || session.energyWh === 0) return null;
  const price = await priceNow(context.store.db, session, context);
  return price.order.limitMinor === null
    ? t(draft, 'notification.paused')
    : t(draft, 'notification.pausedPrice', { price: money(draft, costSoFar(price)) });
}

async function fee(draft: Draft): Promise<string | null> {
  const { context, session, priced, region } = draft;
  if (!isCharging(session)) return null;
  const next = announcedFee(await priceNow(context.store.db, session, context));
  if (!next || next.isRunning) return null;
  const price = formatMicro(next.perMinuteMicro, priced.currency, region);
  return t(draft, `notification.${next.kind}`, { time: formatTime(next.fromAt, region), price });
}

async function limit(draft: Draft): Promise<string | null> {
  const { session, priced, region } = draft;
  const { limitMinor } = priced.order;
  if (!isCharging(session) || limitMinor === null) return null;
  return t(draft, 'notification.limit', { percent: formatPercent(NEAR_PERCENT, region), amount: money(draft, limitMinor) });
}

async function receipt(draft: Draft): Promise<string | null> {
  const { payment } = draft.priced;
  return payment?.capturedMinor == null ? null : t(draft, 'notification.receipt', { price: money(draft, payment.capturedMinor) });
}
