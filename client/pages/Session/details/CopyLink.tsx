import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../components/control/CopyButton.tsx';

/** Copies the address of this page, with which any device can stop the session. */
export function CopyLink() {
  const { t } = useTranslation();
  return <CopyButton label={t('session.copyLink')} done={t('toast.linkCopied')} read={() => window.location.href} />;
}
