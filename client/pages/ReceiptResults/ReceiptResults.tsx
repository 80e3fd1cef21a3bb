import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { pathTo } from '../../../shared/paths.ts';
import { AppLink } from '../../components/control/AppLink.tsx';
import { TextLink } from '../../components/control/Button.tsx';
import { PrintButton } from '../../components/control/PrintButton.tsx';
import { Columns, Section } from '../../components/layout/Columns.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { Icon } from '../../components/text/Icon.tsx';
import { Rows } from '../../components/text/Rows.tsx';
import { useFormat } from '../../hooks/useFormat.ts';
import { usePage, useVisit } from '../../pageData.tsx';
import { ReservationNote } from '../ReceiptSearch/ReservationNote.tsx';
import { FoundReceipt } from './FoundReceipt.tsx';
import type { ResultsData } from './load.ts';

/** The sessions a search found, each with its documents. */
export function ReceiptResults({ data }: { data: ResultsData }) {
  const { t } = useTranslation();
  const { receipts } = data;
  return (
    <Columns aside={<Criteria data={data} />}>
      <PageHead title={t('results.title')}>
        <Count>{t('results.count', { count: receipts.length })}</Count>
      </PageHead>
      <ReservationNote amountMinor={receipts[0]?.found.price.amountMinor ?? null} />
      <ol>
        {receipts.map(receipt => (
          <FoundReceipt key={receipt.receipt} receipt={receipt} />
        ))}
      </ol>
      <PrintButton />
    </Columns>
  );
}

/** What was asked for. What was found may have another day or card: the search takes a neighbour of both. */
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
