import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { canExport, sumOf } from '../../../shared/charging/expenseExport.ts';
import { pathTo } from '../../../shared/charging/paths.ts';
import { type Receipt, refundOf } from '../../../shared/charging/receipt.ts';
import { AppLink } from '../../components/control/AppLink.tsx';
import { TextLink } from '../../components/control/Button.tsx';
import { PrintButton } from '../../components/control/PrintButton.tsx';
import { Note } from '../../components/feedback/Note.tsx';
import { ErrorSummary } from '../../components/form/ErrorSummary.tsx';
import { Columns, Section } from '../../components/layout/Columns.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { Stack } from '../../components/layout/Stack.ts';
import { Icon } from '../../components/text/Icon.tsx';
import { Rows } from '../../components/text/Rows.tsx';
import { Small } from '../../components/text/Text.tsx';
import { usePage, useVisit } from '../../core/pageData.tsx';
import { useFormat } from '../../hooks/useFormat.ts';
import { ReservationNote } from '../ReceiptSearch/ReservationNote.tsx';
import { ExpenseExport, ExpenseExportForm } from './ExpenseExport.tsx';
import { FoundReceipt } from './FoundReceipt.tsx';
import type { ResultsData } from './load.ts';
import { SavedCompanyNote } from './SavedCompany.tsx';
import { usePicks } from './usePicks.ts';
import { useSums } from './useSums.ts';

/** The results of the receipt search: sessions with their documents, and the export for an expense claim. */
export function ReceiptResults({ data }: { data: ResultsData }) {
  const { t } = useTranslation();
  const { form } = usePage();
  const sums = useSums();
  const { receipts, isSent } = data;
  const ready = receipts.filter(canExport);
  // Only the export form has the value `do`. After any other form, all receipts are checked.
  const sent = form?.values.do === undefined ? null : Object.values(form.values);
  const isPicked = ({ receipt }: Receipt) => sent === null || sent.includes(receipt);
  const { picked, readPicks } = usePicks(ready.filter(isPicked).map(({ receipt }) => receipt));
  const pickOf = (receipt: Receipt) =>
    ready.length > 1 ? { name: `pick${ready.indexOf(receipt) + 1}`, isPicked: isPicked(receipt), onChange: readPicks } : null;
  const errors = form?.errors ?? {};
  const hasFaults = Object.keys(errors).length > 0;
  const hasErrors = hasFaults || form?.problem != null;
  const values = { count: receipts.length, amount: sums(sumOf(receipts.map(paidFor))) };
  return (
    <Columns
      aside={
        <>
          <ExpenseExport receipts={ready} picked={picked} />
          <Criteria data={data} />
        </>
      }
    >
      <ExpenseExportForm receipts={ready} />
      <Stack $gap={5}>
        {hasErrors && (
          <ErrorSummary errors={errors} {...(form?.problem && !hasFaults ? { text: t('results.send.spent') } : {})} />
        )}
        {isSent && !hasErrors && (
          <Note variant="success" icon="circle-check" role="status">
            <p>{t('results.send.done')}</p>
          </Note>
        )}
        <PageHead title={t('results.title')} hasErrors={hasErrors}>
          <Count>{t('results.sum', values)}</Count>
        </PageHead>
      </Stack>
      <SavedCompanyNote receipts={receipts} />
      <ReservationNote amountMinor={receipts[0]?.found.price.amountMinor ?? null} />
      <ol>
        {receipts.map((receipt, place) => (
          <FoundReceipt key={receipt.receipt} receipt={receipt} isFirst={place === 0} pick={pickOf(receipt)} />
        ))}
      </ol>
      <PrintButton />
    </Columns>
  );
}

/** The price of a session without what was refunded. */
function paidFor(receipt: Receipt) {
  const { price } = receipt.found;
  return { ...price, amountMinor: price.amountMinor - (refundOf(receipt)?.amountMinor ?? 0) };
}

/** Shows the search terms, because the date of a result may differ: the search also accepts the day before and the day after. */
function Criteria({ data }: { data: ResultsData }) {
  const { t } = useTranslation();
  const headingId = useId();
  const { locale } = useVisit();
  const { params } = usePage();
  const { clientId = '' } = params;
  const { searched } = data;
  const [first] = data.receipts;
  const format = useFormat(first && { country: first.country, timeZone: first.found.timeZone });
  const rows = first
    ? [
        { label: t('search.country'), value: t(`search.country.${first.country}`) },
        ...(searched
          ? [
              { label: t('search.date'), value: format.date(`${searched.date}T12:00:00Z`) },
              { label: t('search.card'), value: searched.creditCard },
            ]
          : []),
        { label: t('search.price'), value: format.money(first.found.price.amountMinor, first.found.price.currency) },
      ]
    : [];
  return (
    <Section aria-labelledby={headingId}>
      <h2 id={headingId}>{t('search.criteria')}</h2>
      <Rows rows={rows} />
      <Small>{t('results.another')}</Small>
      <TextLink as={AppLink} to={pathTo('receipts', { locale, clientId })}>
        <Icon name="arrow-left" />
        {t('results.back')}
      </TextLink>
    </Section>
  );
}

const Count = styled.p`
  color: var(--ink-2);
`;
