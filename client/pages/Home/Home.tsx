import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { ErrorSummary } from '../../components/form/ErrorSummary.tsx';
import { PointForm } from '../../components/form/PointForm.tsx';
import { UnfinishedPayment } from '../../components/form/UnfinishedPayment.tsx';
import { usePage, useVisit } from '../../core/pageData.tsx';
import { DemoPoints } from './DemoPoints.tsx';
import { Hero } from './Hero.tsx';
import type { HomeData } from './load.ts';
import { ReceiptRow } from './ReceiptRow.tsx';
import { ReceiptsOnly } from './ReceiptsOnly.tsx';
import { RecentSessions } from './RecentSessions.tsx';
import { Steps } from './Steps.tsx';
import { useScanner } from './useScanner.ts';

export function Home({ data }: { data: HomeData }) {
  const { isReceiptsOnly } = useVisit();
  return isReceiptsOnly ? <ReceiptsOnly /> : <Start {...data} />;
}

/** The start page with the ways to a charging point (camera or typed ID) and to a receipt. */
function Start({ demoPoints, brands, unfinished }: HomeData) {
  const { t } = useTranslation();
  const { form } = usePage();
  const scanner = useScanner();
  const errors = form?.errors ?? {};
  const hasErrors = Object.keys(errors).length > 0;
  const pointForm = (
    <PointForm
      label={t(hasErrors ? 'home.evse.label' : 'home.or')}
      value={form?.values.evse ?? ''}
      error={errors.evse}
      variant={scanner.canScan && !hasErrors ? 'plain' : 'primary'}
    />
  );
  return (
    <>
      {hasErrors && (
        <Summary>
          <ErrorSummary errors={errors} text={errors.evse?.key === 'location.notFound' ? t('location.notFound.text') : ''} />
          {pointForm}
        </Summary>
      )}
      {unfinished && <UnfinishedPayment payment={unfinished} />}
      <Panels data-wide="">
        <Hero scanner={scanner} hasErrors={hasErrors} />
        <div>
          {!hasErrors && pointForm}
          <ReceiptRow brands={brands} />
          <RecentSessions />
        </div>
      </Panels>
      <Steps />
      {demoPoints.length > 0 && <DemoPoints points={demoPoints} />}
    </>
  );
}

/** The field with the error follows its summary, so that both are in the first view. */
const Summary = styled.div`
  display: grid;
  gap: var(--s4);
  max-width: var(--measure);
  padding-bottom: var(--s5);
`;

const Panels = styled.div`
  display: grid;
  gap: var(--s5);
  padding-bottom: var(--s5);
  > div {
    display: grid;
    align-content: start;
    gap: var(--s5);
    min-width: 0;
  }
  @media (min-width: 66em) {
    grid-template-columns: minmax(0, 1fr) 24rem;
    gap: var(--s7);
    padding-bottom: var(--s6);
  }
`;
