import { useTranslation } from 'react-i18next';
import type { Receipt } from '../../../shared/charging/receipt.ts';
import { PrintButton } from '../../components/control/PrintButton.tsx';
import { Note } from '../../components/feedback/Note.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { Stack } from '../../components/layout/Stack.ts';
import { DocumentList } from '../../components/receipt/DocumentList.tsx';
import { Small } from '../../components/text/Text.tsx';
import { useVisit } from '../../core/pageData.tsx';
import { BackLink } from './BackLink.tsx';

/** Shown if the invoice exists. Lists all documents, and the contact for corrections. */
export function Made({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation();
  const { supportEmail } = useVisit().client;
  return (
    <>
      <PageHead title={t('company.done.title')} />
      <Stack $gap={4}>
        <Note variant="success" icon="circle-check">
          <p>{t('company.done.text')}</p>
        </Note>
        <DocumentList receipt={receipt} />
        {supportEmail && <Small>{t('company.already', { email: supportEmail })}</Small>}
        <BackLink />
      </Stack>
      <PrintButton />
    </>
  );
}
