import { useTranslation } from 'react-i18next';
import { pathTo } from '../../../shared/paths.ts';
import type { Receipt } from '../../../shared/receipt.ts';
import { ButtonLink } from '../../components/control/Button.tsx';
import { Disclosure } from '../../components/control/Disclosure.tsx';
import { BillVerdict } from '../../components/receipt/BillVerdict.tsx';
import { CompanyOffer } from '../../components/receipt/CompanyOffer.tsx';
import { DocumentList } from '../../components/receipt/DocumentList.tsx';
import { DownloadProblem } from '../../components/receipt/DownloadProblem.tsx';
import { InvoiceNotYet } from '../../components/receipt/InvoiceNotYet.tsx';
import { ReceiptMail } from '../../components/receipt/ReceiptMail.tsx';
import { Icon } from '../../components/text/Icon.tsx';
import { Plate } from '../../components/text/Plate.tsx';
import { Rows } from '../../components/text/Rows.tsx';
import { Hidden } from '../../components/text/Text.tsx';
import { useFormat } from '../../hooks/useFormat.ts';
import { useReceiptDownloads } from '../../hooks/useReceiptDownloads.ts';
import { usePage, useVisit } from '../../pageData.tsx';
import { calibrationAddress, documentWords, invoiceAddress } from '../../receiptFiles.ts';
import * as S from './FoundReceipt.styles.ts';
import { beginning, sessionTime } from './sessionTime.ts';

/** One session: when, how much, where, and its documents. Nothing personal. */
export function FoundReceipt({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation();
  const { locale } = useVisit();
  const { clientId = '' } = usePage().params;
  const { found, plug, country } = receipt;
  const format = useFormat({ country, timeZone: found.timeZone });
  return (
    <S.Item>
      <S.Top>
        <h2>{sessionTime(found, format)}</h2>
        <S.Price>{format.money(found.price.amountMinor, found.price.currency)}</S.Price>
      </S.Top>
      {(plug || found.street || found.city) && (
        <Plate number={plug?.number} size="sm">
          <b>{found.street}</b>
          <span>
            {found.postalCode} {found.city}
          </span>
        </Plate>
      )}
      {found.energyWh !== null && (
        <Rows
          rows={[
            {
              label: t('results.energy'),
              note: plug && t(`plug.type.${plug.kind}`),
              value: format.energy(found.energyWh, 3),
            },
          ]}
        />
      )}
      <InvoiceNotYet receipt={receipt} />
      <Documents receipt={receipt} />
      <S.OnScreen>
        <DocumentList receipt={receipt} />
        <CompanyOffer receipt={receipt} />
        <ReceiptMail receipt={receipt} action={pathTo('foundMail', { locale, clientId })} />
      </S.OnScreen>
      {receipt.check && (
        <S.OnScreen>
          <Disclosure
            summary={
              <span>
                {t('check.title')}
                <Hidden>, {beginning(found, format)}</Hidden>
              </span>
            }
          >
            <BillVerdict receipt={receipt} />
          </Disclosure>
        </S.OnScreen>
      )}
    </S.Item>
  );
}

/** The seen words are short; those for screen readers say which session they belong to. */
function Documents({ receipt: shown }: { receipt: Receipt }) {
  const { receipt, invoice, calibration, found, country } = shown;
  const { t } = useTranslation();
  const format = useFormat({ country, timeZone: found.timeZone });
  const date = beginning(found, format);
  const downloads = useReceiptDownloads(shown);
  return (
    <>
      <DownloadProblem problem={downloads.invoice.problem ?? downloads.calibration.problem} />
      <S.Pair>
        {invoice === 'ready' && (
          <ButtonLink href={invoiceAddress(receipt)} onClick={downloads.invoice.handleClick}>
            <Icon name="download" />
            <span>
              {t(documentWords(shown).download)}
              <Hidden>, {date}</Hidden>
            </span>
          </ButtonLink>
        )}
        {calibration === 'ready' && (
          <ButtonLink $look="quiet" href={calibrationAddress(receipt)} onClick={downloads.calibration.handleClick}>
            <span>
              {t('calibration.download')}
              <Hidden>, {date}</Hidden>
            </span>
          </ButtonLink>
        )}
      </S.Pair>
    </>
  );
}
