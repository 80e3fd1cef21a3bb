import { useTranslation } from 'react-i18next';
import { validDocument } from '../../../shared/charging/expenseExport.ts';
import { pathTo } from '../../../shared/charging/paths.ts';
import type { Receipt, ReceiptDocument } from '../../../shared/charging/receipt.ts';
import { TextLink } from '../../components/control/Button.tsx';
import { Disclosure } from '../../components/control/Disclosure.tsx';
import { BillVerdict } from '../../components/receipt/BillVerdict.tsx';
import { CompanyOffer } from '../../components/receipt/CompanyOffer.tsx';
import { DownloadProblem } from '../../components/receipt/DownloadProblem.tsx';
import { ReceiptMail } from '../../components/receipt/ReceiptMail.tsx';
import { Icon } from '../../components/text/Icon.tsx';
import { Hidden } from '../../components/text/Text.tsx';
import { usePage, useVisit } from '../../core/pageData.tsx';
import { calibrationAddress, documentAddress, invoiceAddress } from '../../core/receiptFiles.ts';
import { useFormat } from '../../hooks/useFormat.ts';
import { useReceiptDownloads } from '../../hooks/useReceiptDownloads.ts';
import * as S from './FoundReceipt.styles.ts';
import { useSavedCompany } from './SavedCompany.tsx';
import { sessionTime } from './sessionTime.ts';

/** The valid document of a session. It shows its number, so that drivers know which document they need. */
export function FirstDocument({ receipt: shown, isFirst }: { receipt: Receipt; isFirst: boolean }) {
  const { receipt, documents, companyInvoice, found, country } = shown;
  const { t } = useTranslation();
  const format = useFormat({ country, timeZone: found.timeZone });
  const { invoice } = useReceiptDownloads(shown);
  const document = validDocument(documents);
  if (document?.state !== 'ready') return null;
  const { number, kind } = document;
  const isForCompany = companyInvoice === 'made' && kind === 'invoice';
  const name = isForCompany ? t('results.company', { number }) : t(`receipt.document.${kind}`, { number });
  return (
    <>
      <DownloadProblem problem={invoice.problem} />
      <S.FirstLink
        $variant={isFirst ? 'primary' : 'plain'}
        href={kind === 'credit-note' ? documentAddress(receipt, number) : invoiceAddress(receipt)}
        onClick={invoice.handleClick}
      >
        <Icon name="download" />
        <span>
          <Whole number={number} text={t('results.pdf', { document: name })} />
          <Hidden>, {sessionTime(found, format)}</Hidden>
        </span>
      </S.FirstLink>
    </>
  );
}

/** Prevents a line break in a document number, unless it is wider than the page. It may then break at its hyphens. */
function Whole({ number, text }: { number: string; text: string }) {
  const [before, after = ''] = text.split(number);
  return (
    <>
      {before}
      <S.DocumentNumber>{number}</S.DocumentNumber>
      {after}
    </>
  );
}

/**
 * A disclosure with rarely needed content: signed meter values, cancelled documents, an invoice to a company, and the check of
 * the bill.
 */
export function MoreDocuments({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation();
  const { locale } = useVisit();
  const { clientId = '' } = usePage().params;
  const { found, country, documents, calibration, check, invoice, isBuyerMissing } = receipt;
  const format = useFormat({ country, timeZone: found.timeZone });
  const when = sessionTime(found, format);
  const company = useSavedCompany();
  if (calibration !== 'ready' && documents.length === 0 && invoice === 'none' && !check) return null;
  return (
    <Disclosure
      summary={
        <span>
          {t('results.more')}
          <Hidden>, {when}</Hidden>
        </span>
      }
    >
      <S.More>
        <SignedValues receipt={receipt} when={when} />
        <OtherDocuments receipt={receipt} />
        {!isBuyerMissing && !company && <CompanyOffer receipt={receipt} />}
        <ReceiptMail receipt={receipt} action={pathTo('foundMail', { locale, clientId })} />
        {check && (
          <Disclosure
            summary={
              <span>
                {t('check.title')}
                <Hidden>, {when}</Hidden>
              </span>
            }
          >
            <BillVerdict receipt={receipt} />
          </Disclosure>
        )}
      </S.More>
    </Disclosure>
  );
}

function SignedValues({ receipt, when }: { receipt: Receipt; when: string }) {
  const { t } = useTranslation();
  const { calibration } = useReceiptDownloads(receipt);
  if (receipt.calibration !== 'ready') return null;
  return (
    <div>
      <DownloadProblem problem={calibration.problem} />
      <TextLink href={calibrationAddress(receipt.receipt)} onClick={calibration.handleClick}>
        <Icon name="download" />
        <span>
          {t('results.signed')}
          <Hidden>, {when}</Hidden>
        </span>
      </TextLink>
    </div>
  );
}

/** All documents except the first. Cancelled ones are struck through, and the date of the credit note is shown. */
function OtherDocuments({ receipt: shown }: { receipt: Receipt }) {
  const { t } = useTranslation();
  const { receipt, documents } = shown;
  const { invoice } = useReceiptDownloads(shown);
  const first = validDocument(documents);
  const others = documents.filter(document => document !== first);
  if (others.length === 0) return null;
  return (
    <div>
      <DownloadProblem problem={invoice.problem} />
      <ul aria-label={t('receipt.documents')}>
        {others.map(document => (
          <S.Other key={document.number}>
            <TextLink href={documentAddress(receipt, document.number)} onClick={invoice.handleClick}>
              <Icon name="download" />
              <Name document={document} />
            </TextLink>
            <Standing document={document} receipt={shown} />
          </S.Other>
        ))}
      </ul>
    </div>
  );
}

function Name({ document: { kind, number, isCancelled } }: { document: ReceiptDocument }) {
  const { t } = useTranslation();
  const name = t(`receipt.document.${kind}`, { number });
  const words = <Whole number={number} text={name} />;
  return isCancelled ? <s>{words}</s> : <span>{words}</span>;
}

function Standing({ document, receipt: { documents, country, found } }: { document: ReceiptDocument; receipt: Receipt }) {
  const { t } = useTranslation();
  const format = useFormat({ country, timeZone: found.timeZone });
  const { number, isCancelled, state, issuedAt } = document;
  const cancelledAt = documents.findLast(({ cancels }) => cancels === number)?.issuedAt ?? issuedAt;
  if (isCancelled) return <small>{t('results.cancelledOn', { date: format.date(cancelledAt) })}</small>;
  return <small>{state === 'ready' ? format.date(issuedAt) : t('receipt.document.notYet')}</small>;
}
