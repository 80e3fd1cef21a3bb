import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { ErrorSummary } from '../../components/form/ErrorSummary.tsx';
import { PointForm } from '../../components/form/PointForm.tsx';
import { Section } from '../../components/layout/Columns.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { Stack } from '../../components/layout/Stack.ts';
import { usePage, useVisit } from '../../core/pageData.tsx';
import { DemoPoints } from './DemoPoints.tsx';
import { DomainCheck } from './DomainCheck.tsx';
import type { HomeData } from './load.ts';
import { ReceiptLinks } from './ReceiptLinks.tsx';
import { ReceiptsOnly } from './ReceiptsOnly.tsx';
import { RecentSessions } from './RecentSessions.tsx';
import { ScanButton } from './ScanButton.tsx';

export function Home({ data }: { data: HomeData }) {
  const { isReceiptsOnly } = useVisit();
  return isReceiptsOnly ? <ReceiptsOnly /> : <Start demoPoints={data.demoPoints} brands={data.brands} />;
}

/** The start page with the ways to a charging point (camera or typed ID) and to a receipt. */
function Start({ demoPoints, brands }: HomeData) {
  const { t } = useTranslation();
  const { form } = usePage();
  const errors = form?.errors ?? {};
  const hasErrors = Object.keys(errors).length > 0;
  return (
    <>
      {hasErrors && (
        <Summary>
          <ErrorSummary errors={errors} text={errors.evse?.key === 'location.notFound' ? t('location.notFound.text') : ''} />
        </Summary>
      )}
      <PageHead title={t('home.title')} hasErrors={hasErrors} />
      <Stack $gap={5}>
        <Stack $gap={3}>
          <PointForm value={form?.values.evse ?? ''} error={errors.evse} />
          <ScanButton />
        </Stack>
        <DomainCheck />
      </Stack>
      <RecentSessions />
      <ReceiptLinks brands={brands} />
      {demoPoints.length > 0 && (
        <DemoSection>
          <h2>{t('demo.title')}</h2>
          <DemoPoints points={demoPoints} />
        </DemoSection>
      )}
    </>
  );
}

const Summary = styled.div`
  padding-bottom: var(--s5);
`;

const DemoSection = styled(Section)`
  padding-bottom: 0;
`;
