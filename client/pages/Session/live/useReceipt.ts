import { useEffect, useState } from 'react';
import type { Receipt } from '../../../../shared/charging/receipt.ts';
import { isOver, type Session } from '../../../../shared/charging/session.ts';
import { useCharging } from '../../../core/pageData.tsx';
import { BACKOFF_MS, backoffMs } from './pollSession.ts';

const isComplete = (receipt: Receipt | null): boolean => receipt?.isBilled === true && receipt.invoice !== 'not-yet';

/**
 * Returns the receipt of an ended session. Polls at growing intervals until there are a bill and a decision about the invoice.
 * Gives up if the receipt repeatedly cannot be loaded. Null: not available yet.
 */
export function useReceipt({ session, first }: { session: Session; first: Receipt | null }): Receipt | null {
  const charging = useCharging();
  const [receipt, setReceipt] = useState(first);
  const { sessionId, version } = session;
  const isWanted = isOver(session.kind) && !isComplete(receipt);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version of the session may have a new receipt
  useEffect(() => {
    if (!isWanted || sessionId === null) return;
    let isEnded = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const loadReceipt = async (times: number) => {
      const next = await charging.getReceipt({ receipt: sessionId }).catch(() => null);
      if (isEnded) return;
      if (next) setReceipt(next);
      const isHopeless = next === null && times >= BACKOFF_MS.length;
      if (!isComplete(next) && !isHopeless) timer = setTimeout(() => void loadReceipt(times + 1), backoffMs(times));
    };
    void loadReceipt(1);
    return () => {
      isEnded = true;
      clearTimeout(timer);
    };
  }, [charging, sessionId, version, isWanted]);

  return receipt;
}
