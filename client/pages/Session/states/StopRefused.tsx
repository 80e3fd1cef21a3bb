import { useTranslation } from 'react-i18next';
import { Note } from '../../../components/feedback/Note.tsx';
import { Figure, FigureLabel } from '../../../components/figure/Figure.tsx';
import { TabTitle } from '../../../components/layout/PageHead.tsx';
import { Lead } from '../../../components/text/Text.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import { Connection } from '../live/Connection.tsx';
import { Below, Cost, LiveHead } from '../Session.styles.ts';
import { Values } from './Values.tsx';
import type { ViewProps } from './viewProps.ts';

/** The station has said that it does not stop: the driver has to end charging there. */
export function StopRefused({ session, live }: Omit<ViewProps<'stopping'>, 'announce'>) {
  const { t } = useTranslation();
  const { place, values, asOf, hold } = session;
  const format = useFormat(place);
  const cost = format.money(values.cost.amountMinor, values.cost.currency);
  return (
    <div>
      <TabTitle title={`${cost} · ${t('session.stopRefused')}`} />
      <Connection failures={live.failures} askNow={live.askNow} />
      <LiveHead>
        <h1 tabIndex={-1}>{t('session.stopRefused')}</h1>
      </LiveHead>
      <Below>
        <Lead>{t('session.stopRefused.text')}</Lead>
      </Below>
      <Cost>
        <FigureLabel>{t('session.cost')}</FigureLabel>
        <Figure>{cost}</Figure>
      </Cost>
      <Values values={values} place={place} until={asOf} />
      <Note look="warning" icon="clock">
        <p>
          {hold
            ? t('session.stopRefused.asking', { amount: format.money(hold.amountMinor, hold.currency) })
            : t('session.stopRefused.askingFree')}
        </p>
      </Note>
    </div>
  );
}
