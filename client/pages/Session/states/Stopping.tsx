import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Spinner } from '../../../components/feedback/Spinner.tsx';
import { Figure, FigureLabel } from '../../../components/figure/Figure.tsx';
import { TabTitle } from '../../../components/layout/PageHead.tsx';
import { Lead, Small } from '../../../components/text/Text.tsx';
import { useVisit } from '../../../core/pageData.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import { Connection } from '../live/Connection.tsx';
import type { ViewProps } from '../live/viewProps.ts';
import { Below, Cost, LiveHead } from '../parts/Session.styles.ts';
import { Values } from '../parts/Values.tsx';

interface StoppingProps extends Omit<ViewProps<'stopping'>, 'announce'> {
  title: string;
  /** What stands first, with its heading; the title alone, where there is none. */
  head?: ReactNode;
  lead?: ReactNode;
  /** Where the curve ends. */
  until: string;
  /** Something is waited for here. */
  isBusy?: boolean;
  /** It charges on, whatever was asked. */
  isCharging?: boolean;
  children: ReactNode;
}

/** What every page of a stop has: what it costs and what was charged, below what is happening. */
export function Stopping({ session, live, title, head, lead, until, isBusy, isCharging, children }: StoppingProps) {
  const { t } = useTranslation();
  const { place, values } = session;
  const format = useFormat(place);
  const cost = format.money(values.cost.amountMinor, values.cost.currency);
  return (
    <div aria-busy={isBusy}>
      <TabTitle title={`${cost} · ${title}`} />
      <Connection failures={live.failures} askNow={live.askNow} />
      {head ?? (
        <LiveHead>
          <h1 tabIndex={-1}>
            {isBusy && <Spinner />}
            {title}
          </h1>
        </LiveHead>
      )}
      {lead && (
        <Below>
          <Lead>{lead}</Lead>
        </Below>
      )}
      <Cost>
        <FigureLabel>{t('session.cost')}</FigureLabel>
        <Figure>{cost}</Figure>
      </Cost>
      {/* The curve of a confirmed stop ends here, whatever the meter said last. */}
      <Values values={isCharging ? values : { ...values, powerW: 0 }} place={place} until={until} />
      {children}
    </div>
  );
}

/** The driver need not stay: the bill comes by itself. Whoever only watches gets none. */
export function LeaveNote({ session }: { session: ViewProps<'stopping' | 'unpriced'>['session'] }) {
  const { t } = useTranslation();
  const { client } = useVisit();
  if (session.sessionId === null) return null;
  return <Small>{t(client.emailRequired ? 'session.finishing.leave' : 'session.finishing.leaveLink')}</Small>;
}
