import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { Button } from '../control/Button.tsx';
import { PageHead } from '../layout/PageHead.tsx';

/** In place of a page that could not be fetched: the frame stays, and the page is asked for again, at once when there is a network. */
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
      <Button $look="primary" type="button" onClick={again}>
        {t('common.tryAgain')}
      </Button>
    </>
  );
}
