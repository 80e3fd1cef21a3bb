import { useTranslation } from 'react-i18next';
import { pathTo } from '../../../../shared/charging/paths.ts';
import { AppLink } from '../../../components/control/AppLink.tsx';
import { ButtonLink } from '../../../components/control/Button.tsx';
import { usePage, useVisit } from '../../../core/pageData.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import { SessionHead } from '../parts/SessionHead.tsx';
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
  const { place, values, asOf } = session;
  const format = useFormat(place);
  const errors = form?.errors ?? {};
  const soFar = [
    format.money(values.cost.amountMinor, values.cost.currency),
    format.energy(values.energyWh, 2),
    ...(values.battery?.percent == null ? [] : [format.percent(values.battery.percent)]),
  ];
  return (
    <>
      <SessionHead
        place={place}
        title={t('goal.title')}
        time={t('session.asOf', { time: format.time(asOf) })}
        hasErrors={Object.keys(errors).length > 0}
      >
        {soFar.join(' · ')}
      </SessionHead>
      <GoalForm session={session} sessionId={sessionId} typed={form?.values} errors={errors}>
        <ButtonLink $variant="quiet" as={AppLink} to={pathTo('session', { locale, clientId, sessionId })}>
          {t('goal.back')}
        </ButtonLink>
      </GoalForm>
    </>
  );
}
