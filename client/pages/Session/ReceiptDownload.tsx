import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Receipt } from '../../../shared/receipt.ts';
import { Button, ButtonLink, Buttons } from '../../components/Button.tsx';
import { CompanyOffer } from '../../components/CompanyOffer.tsx';
import { DocumentList } from '../../components/DocumentList.tsx';
import { DownloadProblem } from '../../components/DownloadProblem.tsx';
import { Icon } from '../../components/Icon.tsx';
import { Note } from '../../components/Note.tsx';
import { invoiceAddress } from '../../receiptFiles.ts';
import { useHydrated } from '../../useHydrated.ts';
import { useReceiptDownloads } from '../../useReceiptDownloads.ts';
import { Documents } from './Session.styles.ts';

/** The invoice, or that it is still to come; a page that stays open asks again by itself. */
export function ReceiptDownload({ receipt: facts }: { receipt: Receipt }) {
  const { receipt, invoice } = facts;
  const { t } = useTranslation();
  const headingId = useId();
  const isHydrated = useHydrated();
  const download = useReceiptDownloads().invoice;
  return (
    <Documents aria-labelledby={headingId}>
      <h2 id={headingId}>{t('receipt.banner.title')}</h2>
      {invoice === 'not-yet' && (
        <Note look="info" icon="clock">
          <p>{t('receipt.notYet')}</p>
        </Note>
      )}
      <DownloadProblem problem={download.problem} />
      <Buttons>
        {invoice === 'ready' && (
          <ButtonLink $look="primary" href={invoiceAddress(receipt)} onClick={download.handleClick}>
            <Icon name="download" />
            {t('receipt.download')}
          </ButtonLink>
        )}
        {isHydrated && (
          <Button $look="quiet" type="button" onClick={() => window.print()}>
            <Icon name="printer" />
            {t('receipt.print')}
          </Button>
        )}
      </Buttons>
      <DocumentList receipt={facts} />
      <CompanyOffer receipt={facts} />
    </Documents>
  );
}
