import { useTranslation } from 'react-i18next';
import { pathTo } from '../../../shared/charging/paths.ts';
import { AppLink } from '../../components/control/AppLink.tsx';
import { Button, ButtonLink, Buttons } from '../../components/control/Button.tsx';
import { FigureRow } from '../../components/figure/FigureRow.tsx';
import { Columns } from '../../components/layout/Columns.tsx';
import { usePage, useVisit } from '../../core/pageData.tsx';
import { useFormat } from '../../hooks/useFormat.ts';
import { ActionError } from '../Session/actions/ActionError.tsx';
import { REFUSED } from '../Session/actions/useAction.ts';
import { useStopQuestion } from '../Session/actions/useStopQuestion.ts';
import { useMainFigure } from '../Session/money/useMainFigure.ts';
import { After, Power } from '../Session/parts/Session.styles.ts';
import { SessionHead } from '../Session/parts/SessionHead.tsx';
import { Values } from '../Session/parts/Values.tsx';
import type { StopData } from './load.ts';

/** The confirmation of a stop as a page of its own, which needs no JavaScript. */
export function Stop({ data }: { data: StopData }) {
  const { t } = useTranslation();
  const { locale } = useVisit();
  const { params, form } = usePage();
  const { clientId = '', sessionId = '' } = params;
  const { place, values, asOf, hold, contract } = data.session;
  const question = useStopQuestion(contract, hold);
  const leftMinor = (hold?.amountMinor ?? 0) - values.cost.amountMinor;
  const format = useFormat(place);
  const main = useMainFigure(data.session);
  const address = { locale, clientId, sessionId };
  return (
    <Columns
      bar={
        <form method="post" action={pathTo('stop', address)}>
          <ActionError failure={form?.problem ? REFUSED.map(key => t(key)) : null} />
          <Buttons>
            <ButtonLink as={AppLink} to={pathTo('session', address)}>
              {t('session.stop.confirmNo')}
            </ButtonLink>
            <Button $variant="decisive" type="submit">
              {t('session.stop.confirmYes')}
            </Button>
          </Buttons>
        </form>
      }
    >
      <SessionHead place={place} title={t('session.stop.title')} hasErrors={Boolean(form?.problem)} />
      <FigureRow
        {...main.row}
        side={leftMinor > 0 ? { value: format.money(leftMinor, values.cost.currency), text: t('session.willBeFree') } : null}
      />
      <Power>
        <Values values={values} place={place} until={asOf} isFree={!hold} />
      </Power>
      <Power>
        <After>{question}</After>
      </Power>
    </Columns>
  );
}
