import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { OrderStatus } from '../../../shared/charging/charging.ts';
import { pathTo } from '../../../shared/charging/paths.ts';
import { Spinner } from '../../components/feedback/Spinner.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { Lead } from '../../components/text/Text.tsx';
import { useCharging, usePage, useVisit } from '../../core/pageData.tsx';

const POLL_INTERVAL_MS = 2_500;
const MAX_POLL_MS = 60_000;

/** Shown until the payment provider has confirmed the hold. */
export function Checking() {
  const { t } = useTranslation();
  const isGivenUp = useSettledOrder();
  return (
    <div aria-busy={!isGivenUp}>
      <PageHead title={t('order.pending.title')} />
      <State role="status">
        {!isGivenUp && <Spinner />}
        <Lead>{t(isGivenUp ? 'order.pending.leave' : 'order.pending.text')}</Lead>
      </State>
    </div>
  );
}

/**
 * Polls the order until the result of the payment is known, then opens the next page.
 * @returns true if polling was given up after its maximum duration
 */
function useSettledOrder(): boolean {
  const charging = useCharging();
  const { params } = usePage();
  const { locale } = useVisit();
  const { orderId = '' } = params;
  const [isGivenUp, setGivenUp] = useState(false);
  useEffect(() => {
    const until = Date.now() + MAX_POLL_MS;
    let timer = setTimeout(poll, POLL_INTERVAL_MS);
    let isUnmounted = false;
    async function poll() {
      // A failed request does not end the polling, because the next one may succeed.
      const settled: OrderStatus = await charging.refreshOrder({ orderId }).catch(() => ({ kind: 'checking' }));
      if (isUnmounted) return;
      if (settled.kind === 'charging') {
        window.location.replace(pathTo('session', { locale, clientId: settled.clientId, sessionId: settled.sessionId }));
      } else if (settled.kind !== 'checking') window.location.reload();
      else if (Date.now() < until) timer = setTimeout(poll, POLL_INTERVAL_MS);
      else setGivenUp(true);
    }
    return () => {
      isUnmounted = true;
      clearTimeout(timer);
    };
  }, [charging, orderId, locale]);
  return isGivenUp;
}

const State = styled.div`
  display: flex;
  align-items: center;
  gap: var(--s3);
`;
