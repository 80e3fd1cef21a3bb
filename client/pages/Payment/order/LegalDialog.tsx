import { type MouseEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pathTo } from '../../../../shared/charging/paths.ts';
import { Button } from '../../../components/control/Button.tsx';
import { useDialog } from '../../../components/control/Dialog.tsx';
import { IconButton } from '../../../components/control/IconButton.ts';
import { Icon } from '../../../components/text/Icon.tsx';
import { Hidden } from '../../../components/text/Text.tsx';
import { useVisit } from '../../../core/pageData.tsx';
import { LegalBody, Unavailable } from '../../Legal/LegalBody.tsx';
import * as S from './LegalDialog.styles.ts';
import { type ConsentKind, useLegalText } from './useLegalText.ts';

interface LegalDialogProps {
  clientId: string;
  /** Which text is shown. Null: the dialog is closed. */
  kind: ConsentKind | null;
  onClose(): void;
}

/**
 * A dialog with a legal text, so that values typed into the form are not lost. When it closes, the browser focuses the link
 * again.
 */
export function LegalDialog({ clientId, kind, onClose }: LegalDialogProps) {
  const { t } = useTranslation();
  const titleId = useId();
  // The kind of text that was opened last. The dialog still shows its title while it closes.
  const [shown, setShown] = useState<ConsentKind>('terms');
  if (kind && kind !== shown) setShown(kind);
  const dialog = useDialog({ isOpen: kind !== null, onClose });

  const handleBackdrop = ({ target, currentTarget }: MouseEvent) => {
    if (target === currentTarget) onClose();
  };
  const title = t(`footer.${shown}`);
  return (
    <S.TextDialog {...dialog} aria-labelledby={titleId} onClick={handleBackdrop}>
      <S.Head>
        <h2 id={titleId}>{title}</h2>
        <IconButton type="button" onClick={onClose}>
          <Icon name="x" />
          <Hidden>{t('legal.modal.close')}</Hidden>
        </IconButton>
      </S.Head>
      <S.Body role="region" aria-labelledby={titleId} tabIndex={0}>
        {kind && <Content clientId={clientId} kind={kind} title={title} />}
      </S.Body>
      <S.Foot>
        <Button type="button" onClick={onClose}>
          {t('legal.modal.close')}
        </Button>
      </S.Foot>
    </S.TextDialog>
  );
}

function Content({ clientId, kind, title }: { clientId: string; kind: ConsentKind; title: string }) {
  const { t } = useTranslation();
  const { locale } = useVisit();
  const legal = useLegalText({ clientId, kind });
  if (legal.state === 'loading') return <p role="status">{t('common.loading')}</p>;
  if (legal.text) return <LegalBody text={legal.text} title={title} shift={1} />;
  return (
    <>
      <Unavailable />
      {legal.state === 'failed' && (
        <S.FullPageLink href={pathTo(kind, { locale, clientId })} target="_blank" rel="noopener">
          <Icon name="external-link" />
          {t('legal.modal.openPage')}
        </S.FullPageLink>
      )}
    </>
  );
}
