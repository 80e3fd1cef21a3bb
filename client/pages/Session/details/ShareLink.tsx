import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pathTo } from '../../../../shared/charging/paths.ts';
import { AddressField } from '../../../components/control/AddressField.tsx';
import { AppLink } from '../../../components/control/AppLink.tsx';
import { TextButton, TextLink } from '../../../components/control/Button.tsx';
import { Icon } from '../../../components/text/Icon.tsx';
import { usePage, useVisit } from '../../../core/pageData.tsx';
import { useHydrated } from '../../../hooks/useHydrated.ts';
import { useToasts } from '../../../hooks/useToasts.ts';

/**
 * A button that shares the read-only watch link. The address of this page is not shared, because anyone who has it can stop
 * charging.
 */
export function ShareLink({ watchId }: { watchId: string }) {
  const { t } = useTranslation();
  const { locale, client } = useVisit();
  const { clientId = '' } = usePage().params;
  const toasts = useToasts();
  const isHydrated = useHydrated();
  const [isRefused, setIsRefused] = useState(false);
  const address = pathTo('watch', { locale, clientId, watchId });
  const canShare = isHydrated && typeof navigator.share === 'function';
  if (!canShare && !(isHydrated && navigator.clipboard)) {
    return (
      <TextLink as={AppLink} to={address}>
        <Icon name="share-2" />
        {t('progress.watchLink')}
      </TextLink>
    );
  }
  const url = new URL(address, window.location.href).href;
  if (isRefused) return <AddressField address={url} label={t('progress.watchLink')} />;
  const share = async () => {
    if (canShare) return navigator.share({ title: `${t('session.title')} – ${client.name}`, url });
    await navigator.clipboard.writeText(url);
    toasts.add({ variant: 'info', headline: t('toast.linkCopied') });
  };
  return (
    <TextButton
      type="button"
      onClick={() => {
        void share().catch((error: unknown) => setIsRefused(!isClosed(error)));
      }}
    >
      <Icon name="share-2" />
      {t('progress.share')}
    </TextButton>
  );
}

/** Returns true if the visitor has closed the browser's share dialog, which is no error. */
const isClosed = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';
