import { useTranslation } from 'react-i18next';
import { pathTo } from '../../../shared/charging/paths.ts';
import { AppLink } from '../../components/control/AppLink.tsx';
import { Button, ButtonLink, Buttons } from '../../components/control/Button.tsx';
import { Figure, FigureLabel } from '../../components/figure/Figure.tsx';
import { Columns } from '../../components/layout/Columns.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { usePage, useVisit } from '../../core/pageData.tsx';
import { useFormat } from '../../hooks/useFormat.ts';
import { ActionError } from '../Session/actions/ActionError.tsx';
import { REFUSED } from '../Session/actions/useAction.ts';
import { useStopQuestion } from '../Session/actions/useStopQuestion.ts';
import { Cost } from '../Session/parts/Session.styles.ts';
import { Values } from '../Session/parts/Values.tsx';
import type { StopData } from './load.ts';

/** The confirmation of a stop as a page of its own, which needs no JavaScript. */
export function Stop({ data }: { data: StopData }) {
  const { t } = useTranslation();
  const { locale } = useVisit();
  const { params, form } = usePage();
  const { clientId = '', sessionId = '' } = params;
  const { place, values, asOf } = data.session;
  const format = useFormat(place);
  const address = { locale, clientId, sessionId };
  return (
    <Columns
      bar={
        <form method="post" action={pathTo('stop', address)}>
          <ActionError failure={form?.problem ? REFUSED.map(key => t(key)) : null} />
          <Buttons>
            <Button $variant="decisive" type="submit">
              {t('session.stop.confirmYes')}
            </Button>
            <ButtonLink as={AppLink} to={pathTo('session', address)}>
              {t('session.stop.confirmNo')}
            </ButtonLink>
          </Buttons>
        </form>
      }
    >
      <PageHead
        title={t('session.stop.title')}
        lead={useStopQuestion(data.session.contract)}
        hasErrors={Boolean(form?.problem)}
      />
      <Cost>
        <FigureLabel>{t('session.cost')}</FigureLabel>
        <Figure>{format.money(values.cost.amountMinor, values.cost.currency)}</Figure>
      </Cost>
      <Values values={values} place={place} until={asOf} />
    </Columns>
  );
}
