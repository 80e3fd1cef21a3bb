import { useTranslation } from 'react-i18next';
import { pathTo } from '../../../../shared/charging/paths.ts';
import { AppLink } from '../../../components/control/AppLink.tsx';
import { Button, Buttons, TextLink } from '../../../components/control/Button.tsx';
import { ErrorSummary } from '../../../components/form/ErrorSummary.tsx';
import { Columns } from '../../../components/layout/Columns.tsx';
import { Icon } from '../../../components/text/Icon.tsx';
import { Small } from '../../../components/text/Text.tsx';
import { usePage, useVisit } from '../../../core/pageData.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import { SessionHead } from '../parts/SessionHead.tsx';
import { Choices } from './Choices.tsx';
import { Forecasts } from './Forecasts.tsx';
import * as S from './Goal.styles.ts';
import type { GoalData } from './load.ts';
import { useChoices } from './useChoices.ts';

/**
 * The page for the goal: three offered goals of each kind with what to expect, or a typed value. A plain form, which needs no
 * JavaScript. Unlike the session page, the page does not reload while the visitor types.
 */
export function Goal({ data: { session } }: { data: GoalData }) {
  const { t } = useTranslation();
  const { locale } = useVisit();
  const { params, form } = usePage();
  const { clientId = '', sessionId = '' } = params;
  const { place, values, asOf, progress } = session;
  const format = useFormat(place);
  const errors = form?.errors ?? {};
  const hasErrors = Object.keys(errors).length > 0;
  const offered = useChoices(session, form?.values);
  const hasGoal = Boolean(progress?.goal);
  const soFar = [
    format.money(values.cost.amountMinor, values.cost.currency),
    format.energy(values.energyWh, 2),
    ...(values.battery?.percent == null ? [] : [format.percent(values.battery.percent)]),
  ];
  return (
    <S.Form method="post" action={pathTo('goal', { locale, clientId, sessionId })} noValidate>
      <Columns
        bar={
          <Buttons>
            <Button $variant="primary" type="submit">
              {t(hasGoal ? 'goal.change' : 'goal.set')}
            </Button>
            {hasGoal && (
              <Button type="submit" name="remove" value="yes">
                {t('goal.remove')}
              </Button>
            )}
          </Buttons>
        }
      >
        {hasErrors && (
          <S.Errors>
            <ErrorSummary errors={errors} />
          </S.Errors>
        )}
        <SessionHead
          place={place}
          title={t('goal.title')}
          time={t('session.asOf', { time: format.time(asOf) })}
          hasErrors={hasErrors}
        >
          {soFar.join(' · ')}
        </SessionHead>
        <Choices session={session} offered={offered} errors={errors} />
        <Forecasts session={session} choices={offered.choices} />
        <Small>{t('goal.text')}</Small>
        <TextLink as={AppLink} to={pathTo('session', { locale, clientId, sessionId })}>
          <Icon name="arrow-left" />
          {t('goal.back')}
        </TextLink>
      </Columns>
    </S.Form>
  );
}
