import { useTranslation } from 'react-i18next';
import { fillPath, PATHS, pathTo } from '../../../../shared/charging/paths.ts';
import type { MailState, Receipt } from '../../../../shared/charging/receipt.ts';
import { AppLink } from '../../../components/control/AppLink.tsx';
import { Button, ButtonLink, TextButton } from '../../../components/control/Button.tsx';
import { Note } from '../../../components/feedback/Note.tsx';
import { Spinner } from '../../../components/feedback/Spinner.tsx';
import { DocumentList } from '../../../components/receipt/DocumentList.tsx';
import { DownloadProblem } from '../../../components/receipt/DownloadProblem.tsx';
import { useReceiptMail } from '../../../components/receipt/useReceiptMail.ts';
import { Icon } from '../../../components/text/Icon.tsx';
import { Small } from '../../../components/text/Text.tsx';
import { usePage, useVisit } from '../../../core/pageData.tsx';
import { documentWords, invoiceAddress } from '../../../core/receiptFiles.ts';
import { useReceiptDownloads } from '../../../hooks/useReceiptDownloads.ts';
import { Documents, Trio, UnderButton } from '../parts/Session.styles.ts';

/**
 * The button that downloads the invoice, and three further actions. While there is no invoice, a waiting button has the same
 * place and height, so that nothing moves when the invoice is ready.
 */
export function ReceiptDownload({ receipt: shown }: { receipt: Receipt }) {
  const { t } = useTranslation();
  const { receipt, invoice, companyInvoice, isBuyerMissing, mail } = shown;
  const download = useReceiptDownloads(shown).invoice;
  const note = useDocumentNote(shown);
  const mailWords = MAIL_WORDS[mail];
  return (
    <Documents aria-label={t('receipt.banner.title')}>
      {isBuyerMissing && (
        <Note variant="info" icon="info">
          <p>{t('receipt.company.needed')}</p>
        </Note>
      )}
      <DownloadProblem problem={download.problem} />
      {invoice === 'ready' && (
        <ButtonLink $variant="primary" href={invoiceAddress(receipt)} onClick={download.handleClick}>
          <Icon name="download" />
          {t(documentWords(shown).download)}
        </ButtonLink>
      )}
      {invoice === 'not-yet' && <Waiting words={documentWords(shown).coming} />}
      {invoice !== 'none' && (
        <UnderButton>
          {note}
          <br />
          {mailWords && t(mailWords)}
        </UnderButton>
      )}
      <Actions receipt={shown} />
      <DocumentList receipt={shown} except={invoice === 'ready' ? validOf(shown)?.number : undefined} />
      {companyInvoice === 'receipt-only' && <Small>{t('receipt.company.receiptOnly')}</Small>}
    </Documents>
  );
}

/** The place of the receipt until its state is known. */
export function ReceiptAwaited() {
  const { t } = useTranslation();
  return (
    <Documents aria-label={t('receipt.banner.title')}>
      <Waiting words="receipt.receiptComing" />
      <UnderButton>{t('receipt.soon')}</UnderButton>
    </Documents>
  );
}

function Waiting({ words }: { words: string }) {
  const { t } = useTranslation();
  return (
    <Button type="button" aria-disabled="true">
      <Spinner />
      {t(words)}
    </Button>
  );
}

/** Text keys of the line below the number of the document. */
const MAIL_WORDS: Readonly<Partial<Record<MailState, string>>> = {
  coming: 'receipt.mail.willBeSent',
  sent: 'receipt.mail.wasSent',
};

/** Returns the document that the button downloads. */
const validOf = ({ documents }: Receipt) => documents.findLast(({ kind, isCancelled }) => kind !== 'credit-note' && !isCancelled);

/** Returns the number of the valid document, or what the document waits for. */
function useDocumentNote(receipt: Receipt): string {
  const { t } = useTranslation();
  const { invoice, waitsFor } = receipt;
  const valid = validOf(receipt);
  if (invoice === 'ready') return valid ? t(`receipt.document.${valid.kind}`, { number: valid.number }) : '';
  return waitsFor === 'meter' || waitsFor === 'price' ? t(`receipt.when.${waitsFor}`) : t('receipt.soon');
}

/** Prints the page. If there is no other action, a link is enough. */
function PrintThis({ as: Tag = 'button' }: { as?: 'button' | typeof TextButton }) {
  const { t } = useTranslation();
  return (
    <Tag type="button" data-script="" onClick={() => window.print()}>
      <Icon name="printer" />
      {t('receipt.print')}
    </Tag>
  );
}

/** The receipt by e-mail, the invoice to a company, and print. */
function Actions({ receipt: shown }: { receipt: Receipt }) {
  const { t } = useTranslation();
  const { locale } = useVisit();
  const { clientId = '', sessionId = '' } = usePage().params;
  const { receipt, invoice, companyInvoice } = shown;
  const { mail, isSending, hasFailed, handleSubmit } = useReceiptMail(shown);
  const hasMail = invoice !== 'none' && (mail === 'offered' || mail === 'sent');
  const hasCompany = companyInvoice === 'offered' || companyInvoice === 'refunded';
  const isAlone = !hasMail && !hasCompany;
  return (
    <>
      {isAlone && <PrintThis as={TextButton} />}
      <Trio>
        {hasMail && (
          <form method="post" action={pathTo('receiptMail', { locale, clientId, sessionId })} onSubmit={handleSubmit}>
            <input type="hidden" name="receipt" value={receipt} />
            <button type="submit" aria-disabled={isSending || undefined}>
              <Icon name="mail" />
              {t('receipt.mail.short')}
            </button>
          </form>
        )}
        {hasCompany && (
          <AppLink to={fillPath(PATHS.companyInvoice, { clientId, receipt })}>
            <Icon name="building" />
            {t('receipt.company.short')}
          </AppLink>
        )}
        {!isAlone && <PrintThis />}
      </Trio>
      {invoice !== 'none' && mail === 'spent' && <Small>{t('receipt.mail.spent')}</Small>}
      {hasFailed && (
        <Note variant="error" icon="circle-alert">
          <p>
            {t('receipt.mail.failed')} {t('receipt.mail.failed.text')}
          </p>
        </Note>
      )}
    </>
  );
}
