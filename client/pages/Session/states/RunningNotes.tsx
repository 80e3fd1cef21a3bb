import { useTranslation } from 'react-i18next';
import { pathTo } from '../../../../shared/charging/paths.ts';
import { NEAR_PERCENT, percentOf } from '../../../../shared/price/holdShare.ts';
import { TextLink } from '../../../components/control/Button.tsx';
import { Note } from '../../../components/feedback/Note.tsx';
import { Num, RichText } from '../../../components/text/Text.tsx';
import { usePage, useVisit } from '../../../core/pageData.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import type { ViewProps } from '../live/viewProps.ts';
import { Notes } from '../parts/Session.styles.ts';

/** Notes about what may end the session or make it more expensive: the hold, the blocking fee. */
export function RunningNotes({ session }: Pick<ViewProps<'running' | 'paused'>, 'session'>) {
  const { t } = useTranslation();
  const { locale } = useVisit();
  const { clientId = '' } = usePage().params;
  const { hold, values, blocking, place, sessionId } = session;
  const format = useFormat(place);
  const percent = hold ? percentOf(values.cost.amountMinor, hold.amountMinor) : 0;
  const isUpcoming = blocking !== null && !blocking.isRunning;
  // The calendar link contains the session id, with which anyone can stop charging. The read-only page of the watch link
  // therefore has none.
  const calendar = isUpcoming && sessionId !== null && pathTo('blockingFee', { locale, clientId, sessionId });
  const bold = { b: (inner: string) => <Num as="b">{inner}</Num> };
  return (
    <Notes>
      {hold && percent >= NEAR_PERCENT && (
        <Note variant="warning" icon="triangle-alert">
          <p>
            <RichText
              text={t('progress.reservation.near', {
                percent: format.percent(percent),
                amount: format.money(hold.amountMinor, hold.currency),
              })}
              tags={bold}
            />
          </p>
        </Note>
      )}
      {blocking && session.kind === 'running' && (
        <Note variant={blocking.isRunning ? 'warning' : 'info'} icon="clock">
          <p>
            {t(blocking.isRunning ? `session.${blocking.kind}Now` : `session.${blocking.kind}From`, {
              time: format.time(blocking.fromAt),
              price: format.unitPrice(blocking.perMinuteMicro, values.cost.currency),
            })}
          </p>
          {calendar && <TextLink href={calendar}>{t('session.calendar')}</TextLink>}
        </Note>
      )}
    </Notes>
  );
}
