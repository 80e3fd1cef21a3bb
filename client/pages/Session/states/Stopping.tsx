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
  /** The top of the page with its heading. Undefined: `title` is the heading. */
  head?: ReactNode;
  lead?: ReactNode;
  /** Time at which the power curve ends. */
  until: string;
  /** True while the page waits for the station. */
  isBusy?: boolean;
  /** True while the vehicle still charges. */
  isCharging?: boolean;
  children: ReactNode;
}

/** The common layout of all states of a stop: state at the top, then cost and meter values. */
export function Stopping({ session, live, title, head, lead, until, isBusy, isCharging, children }: StoppingProps) {
  const { t } = useTranslation();
  const { place, values } = session;
  const format = useFormat(place);
  const cost = format.money(values.cost.amountMinor, values.cost.currency);
  return (
    <div aria-busy={isBusy}>
      <TabTitle title={`${cost} · ${title}`} />
      <Connection failures={live.failures} pollNow={live.pollNow} />
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
      {/* After a confirmed stop, the power is shown as zero, whatever the meter reported last. */}
      <Values values={isCharging ? values : { ...values, powerW: 0 }} place={place} until={until} />
      {children}
    </div>
  );
}

/**
 * Says that the driver may leave because the bill follows automatically. Not on the read-only page of the watch link, which has
 * no bill.
 */
export function LeaveNote({ session }: { session: ViewProps<'stopping' | 'unpriced'>['session'] }) {
  const { t } = useTranslation();
  const { client } = useVisit();
  if (session.sessionId === null) return null;
  return <Small>{t(client.emailRequired ? 'session.finishing.leave' : 'session.finishing.leaveLink')}</Small>;
}
