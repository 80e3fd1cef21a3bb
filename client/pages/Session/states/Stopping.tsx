import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { contactRules } from '../../../../shared/forms/contact.ts';
import { FigureRow } from '../../../components/figure/FigureRow.tsx';
import { TabTitle } from '../../../components/layout/PageHead.tsx';
import { Lead, Small } from '../../../components/text/Text.tsx';
import { useVisit } from '../../../core/pageData.tsx';
import { Connection } from '../live/Connection.tsx';
import type { ViewProps } from '../live/viewProps.ts';
import { useMainFigure } from '../money/useMainFigure.ts';
import { Above, Power } from '../parts/Session.styles.ts';
import { SessionHead } from '../parts/SessionHead.tsx';
import { Values } from '../parts/Values.tsx';

interface StoppingProps extends Omit<ViewProps<'stopping'>, 'announce'> {
  title: string;
  /** Top of the page with its heading. Undefined: the heading is `title`. */
  head?: ReactNode;
  lead?: ReactNode;
  /** Time at which the power curve ends. */
  until: string;
  /** True while the app waits for the station. */
  isBusy?: boolean;
  /** True while the vehicle is still charging. */
  isCharging?: boolean;
  children: ReactNode;
}

/** Common layout of all pages after a stop request: first what is happening, then cost and meter values. */
export function Stopping({ session, live, title, head, lead, until, isBusy, isCharging, children }: StoppingProps) {
  const { place, values, hold } = session;
  const main = useMainFigure(session);
  return (
    <div aria-busy={isBusy}>
      <Connection failures={live.failures} pollNow={live.pollNow} />
      {head ? (
        <>
          <TabTitle title={`${main.title} · ${title}`} />
          {head}
        </>
      ) : (
        <SessionHead place={place} title={title} tabTitle={`${main.title} · ${title}`} icon={isBusy ? 'busy' : undefined} />
      )}
      {lead && (
        <Above>
          <Lead>{lead}</Lead>
        </Above>
      )}
      <FigureRow {...main.row} />
      {/* After a confirmed stop, the power is zero, even if the last meter value says otherwise. */}
      <Power>
        <Values values={isCharging ? values : { ...values, powerW: 0 }} place={place} until={until} isFree={!hold} />
      </Power>
      {children}
    </div>
  );
}

/**
 * Says that the driver may leave, because the bill follows automatically. The read-only page of the watch link has no bill and
 * no such note, and neither has free charging.
 */
export function LeaveNote({ session }: { session: ViewProps<'stopping' | 'unpriced'>['session'] }) {
  const { t } = useTranslation();
  const { client } = useVisit();
  if (session.sessionId === null || !session.hold) return null;
  const { emailRequired } = contactRules(client, { isFree: false });
  return <Small>{t(emailRequired ? 'session.finishing.leave' : 'session.finishing.leaveLink')}</Small>;
}
