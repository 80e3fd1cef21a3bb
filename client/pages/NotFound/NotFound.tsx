import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { pathTo } from '../../../shared/charging/paths.ts';
import type { ProblemCode } from '../../../shared/model/problem.ts';
import { AppLink } from '../../components/control/AppLink.tsx';
import { ButtonLink, TextLink } from '../../components/control/Button.tsx';
import { PointForm } from '../../components/form/PointForm.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { Icon } from '../../components/text/Icon.tsx';
import { usePage, useVisit } from '../../core/pageData.tsx';
import { PROBLEM_PAGES } from '../../core/problemTexts.ts';

/** Says that the requested page does not exist, and links to pages that do. */
export function NotFound({ data }: { data: { code: ProblemCode } | null }) {
  const { t } = useTranslation();
  const { params } = usePage();
  const { client, isReceiptsOnly, locale } = useVisit();
  const isNeutral = client.id === 'house';
  const isPoint = data?.code === 'no-charging-point';
  // A visitor with the old link of a session probably looks for the receipt.
  const isOldSession = data?.code === 'no-session' && !isNeutral;
  const receipts = pathTo('receipts', { locale, clientId: client.id });
  const words = PROBLEM_PAGES[data?.code ?? 'no-page'];
  return (
    <>
      <PageHead title={t(words.title)} lead={t(words.text)} />
      {isOldSession && (
        <First>
          <ButtonLink as={AppLink} $variant="primary" to={receipts}>
            <Icon name="search" />
            {t('footer.receipts')}
          </ButtonLink>
        </First>
      )}
      {!isReceiptsOnly && (
        <PointForm value={params.evseId ?? ''} variant={isOldSession ? 'plain' : 'primary'} hasLargePicture={isPoint} />
      )}
      <NextSteps>
        <TextLink as={AppLink} to={isNeutral ? '/' : `/${client.id}`}>
          <Icon name="arrow-left" />
          {t('error.404.home')}
        </TextLink>
        {!isNeutral && !isOldSession && (
          <TextLink as={AppLink} to={`/${client.id}/receipts`}>
            <Icon name="search" />
            {t('footer.receipts')}
          </TextLink>
        )}
      </NextSteps>
    </>
  );
}

const First = styled.div`
  padding-bottom: var(--s6);
`;

/** Separates the links from the form above them. */
const NextSteps = styled.div`
  margin-top: var(--s6);
  padding-top: var(--s5);
  border-top: 1px solid var(--line);
  display: grid;
  justify-items: start;
`;
