import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { pathTo } from '../../../../shared/charging/paths.ts';
import type { Receipt } from '../../../../shared/charging/receipt.ts';
import { Button, ButtonLink, Buttons } from '../../../components/control/Button.tsx';
import { CompanyOffer } from '../../../components/receipt/CompanyOffer.tsx';
import { DocumentList } from '../../../components/receipt/DocumentList.tsx';
import { DownloadProblem } from '../../../components/receipt/DownloadProblem.tsx';
import { InvoiceNotYet } from '../../../components/receipt/InvoiceNotYet.tsx';
import { ReceiptMail } from '../../../components/receipt/ReceiptMail.tsx';
import { Icon } from '../../../components/text/Icon.tsx';
import { usePage, useVisit } from '../../../core/pageData.tsx';
import { documentWords, invoiceAddress } from '../../../core/receiptFiles.ts';
import { useHydrated } from '../../../hooks/useHydrated.ts';
import { useReceiptDownloads } from '../../../hooks/useReceiptDownloads.ts';
import { Documents } from '../parts/Session.styles.ts';

/**
 * The link that downloads the invoice. While there is no invoice, a note says that it will follow; an open page updates itself.
 */
export function ReceiptDownload({ receipt: shown }: { receipt: Receipt }) {
  const { receipt, invoice } = shown;
  const { locale } = useVisit();
  const { clientId = '', sessionId = '' } = usePage().params;
  const { t } = useTranslation();
  const headingId = useId();
  const isHydrated = useHydrated();
  const download = useReceiptDownloads(shown).invoice;
  return (
    <Documents aria-labelledby={headingId}>
      <h2 id={headingId}>{t('receipt.banner.title')}</h2>
      <InvoiceNotYet receipt={shown} />
      <DownloadProblem problem={download.problem} />
      <Buttons>
        {invoice === 'ready' && (
          <ButtonLink $variant="primary" href={invoiceAddress(receipt)} onClick={download.handleClick}>
            <Icon name="download" />
            {t(documentWords(shown).download)}
          </ButtonLink>
        )}
        {isHydrated && (
          <Button $variant="quiet" type="button" onClick={() => window.print()}>
            <Icon name="printer" />
            {t('receipt.print')}
          </Button>
        )}
      </Buttons>
      <DocumentList receipt={shown} />
      <CompanyOffer receipt={shown} />
      <ReceiptMail receipt={shown} action={pathTo('receiptMail', { locale, clientId, sessionId })} />
    </Documents>
  );
}
