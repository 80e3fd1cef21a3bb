import type { TFunction } from 'i18next';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Receipt, shownMinor } from '../../../../shared/charging/receipt.ts';
import type { Session } from '../../../../shared/charging/session.ts';
import { percentOf } from '../../../../shared/price/holdShare.ts';
import { documentWords } from '../../../core/receiptFiles.ts';
import { useFormat } from '../../../hooks/useFormat.ts';
import { cableTitle } from './cableTexts.ts';
import type { LiveSession } from './useSession.ts';

type Moment = Pick<LiveSession, 'session' | 'receipt' | 'failures'>;
type Change = 'kind' | 'bill' | 'cable' | 'hold' | 'connection' | 'invoice' | null;

/** Returns the text for screen readers: what has changed since the last render, or what a component announces. */
export function useSpokenChanges({ session, receipt, failures }: LiveSession): { spoken: string; announce(text: string): void } {
  const { t } = useTranslation();
  const format = useFormat(session.place);
  const [spoken, announce] = useState('');
  const before = useRef<Moment>({ session, receipt, failures });

  useEffect(() => {
    const now = { session, receipt, failures };
    const change = changeOf(before.current, now);
    const wasPaused = before.current.session.kind === 'paused';
    before.current = now;
    switch (change) {
      case 'kind':
        announce(t(kindKey(now, wasPaused), { price: priceOf(now, format) }));
        break;
      case 'bill':
        announce([t('live.paid', { price: priceOf(now, format) }), ...readyWords(receipt, t)].join('. '));
        break;
      case 'cable':
        announce(t(cableTitle(session) ?? ''));
        break;
      case 'hold':
        announce(t('live.holdUsed', { percent: format.percent(holdThreshold(session)) }));
        break;
      case 'connection':
        announce(t(failures > 0 ? 'live.offline' : 'live.online'));
        break;
      case 'invoice':
        announce(readyWords(receipt, t).join());
        break;
      default:
    }
  }, [session, receipt, failures, t, format]);

  return { spoken, announce };
}

function changeOf(before: Moment, now: Moment): Change {
  if (before.session.kind !== now.session.kind) return 'kind';
  if (isPaid(now) && !isPaid(before)) return 'bill';
  const title = cableTitle(now.session);
  if (title !== null && title !== cableTitle(before.session)) return 'cable';
  if (holdThreshold(now.session) > holdThreshold(before.session)) return 'hold';
  if (before.failures > 0 !== now.failures > 0) return 'connection';
  if (before.receipt?.invoice === 'not-yet' && now.receipt?.invoice === 'ready') return 'invoice';
  return null;
}

/**
 * Returns true if the paid amount is final: there is a bill, and the payment is captured. Before the capture, the amount may
 * still become lower than the price. Free charging has no paid amount.
 */
const isPaid = ({ session, receipt }: Moment): boolean =>
  session.kind === 'completed' && receipt?.isBilled === true && !['open', 'free'].includes(receipt.settlement);

const readyWords = (receipt: Receipt | null, t: TFunction): readonly string[] =>
  receipt?.invoice === 'ready' ? [t(documentWords(receipt).ready)] : [];

function kindKey({ session }: Moment, wasPaused: boolean): string {
  switch (session.kind) {
    case 'starting':
      return 'live.starting';
    case 'running':
      return wasPaused ? 'live.resumed' : 'live.started';
    case 'paused':
      return 'live.paused';
    case 'stopping':
      return 'live.stopping';
    case 'unpriced':
      return 'session.unpriced';
    case 'cancelling':
      return session.why === 'refused' ? 'session.refused' : 'session.cancelling';
    case 'completed':
      // The read-only page of the watch link announces the price, because it shows no payment.
      return session.sessionId === null && session.isBilled ? 'live.completed' : 'session.completed';
    case 'cancelled':
      return 'live.cancelled';
    default:
      return session satisfies never;
  }
}

/** Returns the highest threshold that the cost has reached, in per cent of the hold. 0: none. */
function holdThreshold(session: Session): number {
  if (!('values' in session) || session.hold === null) return 0;
  const percent = percentOf(session.values.cost.amountMinor, session.hold.amountMinor);
  return [95, 80].find(threshold => percent >= threshold) ?? 0;
}

function priceOf({ session, receipt }: Moment, format: ReturnType<typeof useFormat>): string {
  if (session.kind === 'completed' && receipt) return format.money(shownMinor(receipt), receipt.currency);
  return 'values' in session ? format.money(session.values.cost.amountMinor, session.values.cost.currency) : '';
}
