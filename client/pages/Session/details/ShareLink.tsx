import { useTranslation } from 'react-i18next';
import { pathTo } from '../../../../shared/paths.ts';
import { TextButton, TextLink } from '../../../components/control/Button.tsx';
import { Icon } from '../../../components/text/Icon.tsx';
import { useHydrated } from '../../../hooks/useHydrated.ts';
import { useToasts } from '../../../hooks/useToasts.ts';
import { usePage, useVisit } from '../../../pageData.tsx';

/** For others: the watch link, because whoever has the page's own can stop the session. */
export function ShareLink({ watchId }: { watchId: string }) {
  const { t } = useTranslation();
  const { locale, client } = useVisit();
  const { clientId = '' } = usePage().params;
  const toasts = useToasts();
  const isHydrated = useHydrated();
  const address = pathTo('watch', { locale, clientId, watchId });
  const canShare = isHydrated && typeof navigator.share === 'function';
  if (!canShare && !(isHydrated && navigator.clipboard)) {
    return (
      <TextLink href={address}>
        <Icon name="share-2" />
        {t('session.watchLink')}
      </TextLink>
    );
  }
  const share = async () => {
    const url = new URL(address, window.location.href).href;
    if (canShare) return navigator.share({ title: `${t('session.title')} – ${client.name}`, url });
    await navigator.clipboard.writeText(url);
    toasts.add({ variant: 'info', headline: t('toast.linkCopied') });
  };
  return (
    <TextButton
      type="button"
      onClick={() => {
        // Closing the browser's own sheet is an answer, not a fault.
        void share().catch(() => undefined);
      }}
    >
      <Icon name="share-2" />
      {t('session.share')}
    </TextButton>
  );
}
