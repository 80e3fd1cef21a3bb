import { useTranslation } from 'react-i18next';
import type { Receipt } from '../../../shared/charging/receipt.ts';
import { Note } from '../../components/feedback/Note.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { Stack } from '../../components/layout/Stack.ts';
import { usePage, useVisit } from '../../core/pageData.tsx';
import { BackLink } from './BackLink.tsx';
import { Details } from './Details.tsx';
import type { CompanyInvoiceData } from './load.ts';
import { Made } from './Made.tsx';
import { Review } from './Review.tsx';

/**
 * The page on which a driver requests an invoice to a company, in steps that work without JavaScript. A session has at most one
 * such invoice. If it exists, the page lists the documents.
 */
export function CompanyInvoice({ data }: { data: CompanyInvoiceData }) {
  const { form } = usePage();
  const { companyInvoice } = data.receipt;
  if (companyInvoice === 'made') return <Made receipt={data.receipt} />;
  if (companyInvoice !== 'offered') return <NotNow companyInvoice={companyInvoice} />;
  return form?.values.step === 'review' ? <Review data={data} values={form.values} /> : <Details data={data} />;
}

/** Says why no invoice to a company can be requested. */
function NotNow({ companyInvoice }: Pick<Receipt, 'companyInvoice'>) {
  const { t } = useTranslation();
  const { client } = useVisit();
  const contact = client.supportEmail ?? client.supportPhone ?? client.name;
  const texts: Readonly<Record<string, string>> = {
    'not-yet': t('company.notBilled'),
    'receipt-only': t('receipt.company.receiptOnly'),
    refunded: t('company.refunded', { contact }),
  };
  return (
    <>
      <PageHead title={t('company.title')} />
      <Stack $gap={4}>
        <Note variant="info" icon={companyInvoice === 'not-yet' ? 'clock' : 'info'}>
          <p>{texts[companyInvoice]}</p>
        </Note>
        <BackLink />
      </Stack>
    </>
  );
}
