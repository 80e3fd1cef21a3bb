import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { reloadOnce } from '../../core/reloadFlag.ts';
import { Button } from '../control/Button.tsx';
import { PageHead } from './PageHead.tsx';

/**
 * An error boundary around the page. If rendering fails, header and footer stay, and a text says that the charging session is
 * not affected.
 */
export class PageBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  /** Rendering often fails because the server has a newer build. A reload then loads its code. */
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
