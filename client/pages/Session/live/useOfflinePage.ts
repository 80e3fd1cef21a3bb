import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Client } from '../../../../shared/charging/charging.ts';
import { isOver } from '../../../../shared/charging/session.ts';
import { lastState, saveState } from '../../../core/lastState.ts';
import { saveOfflinePage } from '../../../core/offlinePages.ts';
import { useVisit } from '../../../core/pageData.tsx';
import { printedPhone, telephone } from '../../../core/telephone.ts';
import type { OfflineBrand } from '../../../core/workerMessages.ts';
import type { LiveSession } from './useSession.ts';

/** Delay, so that storing the page does not slow down its loading. */
const AFTER_MS = 3000;

/**
 * Stores the driver's page for use without a connection: after it was opened, when the session is over, and when the receipt
 * changes. Between these times, only the data are stored.
 * @param isWhole true if all code of the page has loaded, so that it can be stored, too
 */
export function useOfflinePage(
  { session, receipt, apply }: Pick<LiveSession, 'session' | 'receipt' | 'apply'>,
  isWhole: boolean,
): void {
  const { t } = useTranslation();
  const { client, hasOfflinePages, locale } = useVisit();
  const { sessionId, place } = session;
  const { supportPhone } = client;
  const isEnabled = hasOfflinePages && sessionId !== null;
  const isFirst = useRef(true);
  const stage = isOver(session.kind) ? `over ${receipt?.settlement} ${receipt?.invoice}` : 'open';

  useEffect(() => {
    if (!isEnabled) return;
    const known = isFirst.current && lastState(sessionId);
    isFirst.current = false;
    if (known) apply(known);
    else saveState(session);
  }, [isEnabled, sessionId, session, apply]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: at another stage the server has another page to keep
  useEffect(() => {
    if (!isEnabled || !isWhole) return;
    const words = {
      lang: locale,
      title: t('error.unreachable.title'),
      text: t('error.unreachable.text'),
      stored: t('session.storedHere'),
      again: t('common.tryAgain'),
      brand: brandOf(client),
      call: supportPhone
        ? { text: t('footer.help', { phone: printedPhone(supportPhone) }), href: telephone(supportPhone) }
        : null,
    };
    const name = `${client.name}, ${place.street}, ${place.city}`;
    const timer = setTimeout(() => void saveOfflinePage({ name, words }).catch(() => undefined), AFTER_MS);
    return () => clearTimeout(timer);
  }, [isEnabled, isWhole, stage, t, locale, client, supportPhone, place.street, place.city]);
}

function brandOf({ name, logo, logoDark }: Client): OfflineBrand {
  const colors = getComputedStyle(document.documentElement);
  return {
    name,
    primary: colors.getPropertyValue('--primary').trim(),
    onPrimary: colors.getPropertyValue('--on-primary').trim(),
    logo: logo?.src ?? null,
    logoDark: logoDark?.src ?? null,
  };
}
