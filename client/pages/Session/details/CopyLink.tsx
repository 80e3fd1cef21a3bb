import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../components/control/CopyButton.tsx';

/** A button that copies the address of this page. On any other device, the address also allows to stop charging. */
export function CopyLink() {
  const { t } = useTranslation();
  return <CopyButton label={t('progress.copyLink')} done={t('toast.linkCopied')} read={() => window.location.href} />;
}
