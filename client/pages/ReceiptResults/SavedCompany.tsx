import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { pathTo } from '../../../shared/charging/paths.ts';
import type { Receipt } from '../../../shared/charging/receipt.ts';
import type { CompanyForm } from '../../../shared/forms/companyFields.ts';
import { readSavedCompany, savedCompanyValues } from '../../../shared/forms/savedCompany.ts';
import { Button } from '../../components/control/Button.tsx';
import { Note } from '../../components/feedback/Note.tsx';
import { Hidden } from '../../components/text/Text.tsx';
import { usePage, useVisit } from '../../core/pageData.tsx';
import { useFormat } from '../../hooks/useFormat.ts';

/** Returns the company form that the visitor has filled in before searching again. Null: none was filled in. */
export const useSavedCompany = (): CompanyForm | null => readSavedCompany(usePage().form?.values ?? {});

/** Says that the company form is saved, and that the visitor must choose its session. */
export function SavedCompanyNote({ receipts }: { receipts: readonly Receipt[] }) {
  const { t } = useTranslation();
  const company = useSavedCompany();
  if (!company || !receipts.some(isOffered)) return null;
  return (
    <Air>
      <Note variant="info" icon="info">
        <p>{t('results.companyKept')}</p>
      </Note>
    </Air>
  );
}

/** A link to the company form of this session, which is filled in with the saved values. */
export function SavedCompanyOffer({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation();
  const { locale } = useVisit();
  const { clientId = '' } = usePage().params;
  const { found, country } = receipt;
  const format = useFormat({ country, timeZone: found.timeZone });
  const company = useSavedCompany();
  if (!company || !isOffered(receipt)) return null;
  return (
    <Air as="form" method="post" action={pathTo('companyInvoice', { locale, clientId, receipt: receipt.receipt })}>
      <HiddenValues values={company} />
      <Button type="submit" name="step" value="change">
        {t('receipt.company')}
        <Hidden>, {format.dateTime(found.startedAt)}</Hidden>
      </Button>
    </Air>
  );
}

/** Hidden fields that pass the saved company form on with another form. */
export function SavedCompanyFields() {
  const company = useSavedCompany();
  return company && <HiddenValues values={savedCompanyValues(company)} />;
}

const isOffered = ({ companyInvoice }: Receipt): boolean => companyInvoice === 'offered';

function HiddenValues({ values }: { values: object }) {
  return Object.entries(values).map(([name, value]) => <input key={name} type="hidden" name={name} value={String(value)} />);
}

const Air = styled.div`
  padding-block: var(--s3);
`;
