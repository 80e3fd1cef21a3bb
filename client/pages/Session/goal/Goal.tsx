import { useTranslation } from 'react-i18next';
import { pathTo } from '../../../../shared/charging/paths.ts';
import { AppLink } from '../../../components/control/AppLink.tsx';
import { ButtonLink } from '../../../components/control/Button.tsx';
import { PageHead } from '../../../components/layout/PageHead.tsx';
import { Stack } from '../../../components/layout/Stack.ts';
import { usePage, useVisit } from '../../../core/pageData.tsx';
import { GoalForm } from './GoalForm.tsx';
import type { GoalData } from './load.ts';

/**
 * The form for the goal, as a page of its own. It needs no JavaScript. Unlike the session page, it does not reload while the
 * visitor types.
 */
export function Goal({ data: { session } }: { data: GoalData }) {
  const { t } = useTranslation();
  const { locale } = useVisit();
  const { params, form } = usePage();
  const { clientId = '', sessionId = '' } = params;
  const errors = form?.errors ?? {};
  return (
    <Stack $gap={5}>
      <PageHead title={t('goal.title')} lead={t('goal.text')} hasErrors={Object.keys(errors).length > 0} />
      <GoalForm session={session} sessionId={sessionId} typed={form?.values} errors={errors}>
        <ButtonLink as={AppLink} to={pathTo('session', { locale, clientId, sessionId })}>
          {t('goal.back')}
        </ButtonLink>
      </GoalForm>
    </Stack>
  );
}
