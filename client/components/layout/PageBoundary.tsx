import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { reloadOnce } from '../../core/reloadFlag.ts';
import { Button } from '../control/Button.tsx';
import { PageHead } from './PageHead.tsx';

/** When a page breaks in the browser, the frame stays and the visitor is told what still holds. */
export class PageBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  /** A page that broke is often one that a newer version talks to: loaded anew it comes from there. */
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
      <Button $look="primary" type="button" onClick={() => window.location.reload()}>
        {t('common.tryAgain')}
      </Button>
    </>
  );
}
