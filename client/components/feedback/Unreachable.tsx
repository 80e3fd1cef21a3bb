import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { Button } from '../control/Button.tsx';
import { PageHead } from '../layout/PageHead.tsx';

/** Replaces a page that the browser could not load. Header and footer stay. Tries again when the network is back. */
export function Unreachable() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname, search, hash, state } = useLocation();
  const again = () => void navigate({ pathname, search, hash }, { replace: true, state });
  useEffect(() => {
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  });
  return (
    <>
      <PageHead title={t('error.unreachable.title')} lead={t('error.unreachable.text')} />
      <Button $variant="primary" type="button" onClick={again}>
        {t('common.tryAgain')}
      </Button>
    </>
  );
}
