import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { reloadOnce } from '../../core/reloadFlag.ts';
import { Button } from '../control/Button.tsx';
import { PageHead } from './PageHead.tsx';

/** If a page fails in the browser, the frame stays and the visitor reads what is still true. */
export class PageBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  /** A page often fails because the server has a newer version. A reload loads the code of that version. */
  override componentDidCatch() {
    reloadOnce();
  }

  override render() {
    return this.state.isBroken ? <BrokenPage /> : this.props.children;
  }
}

function BrokenPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHead title={t('error.500.title')} lead={t('error.500.text')} />
      <Button $variant="primary" type="button" onClick={() => window.location.reload()}>
        {t('common.tryAgain')}
      </Button>
    </>
  );
}
