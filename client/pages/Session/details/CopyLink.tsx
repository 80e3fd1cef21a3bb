import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../components/control/CopyButton.tsx';

/** The page's own address: with it the session can be stopped from any device. */
export function CopyLink() {
  const { t } = useTranslation();
  return <CopyButton label={t('session.copyLink')} done={t('toast.linkCopied')} read={() => window.location.href} />;
}
