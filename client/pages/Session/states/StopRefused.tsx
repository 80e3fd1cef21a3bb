import { useTranslation } from 'react-i18next';
import { Note } from '../../../components/feedback/Note.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import type { ViewProps } from '../live/viewProps.ts';
import { Stopping } from './Stopping.tsx';

/** Shown if the station has refused the stop. The driver must then end charging at the station. */
export function StopRefused({ session, live }: Omit<ViewProps<'stopping'>, 'announce'>) {
  const { t } = useTranslation();
  const { place, asOf, hold } = session;
  const format = useFormat(place);
  return (
    <Stopping
      session={session}
      live={live}
      title={t('session.stopRefused')}
      lead={t('session.stopRefused.text')}
      until={asOf}
      isCharging={true}
    >
      <Note variant="warning" icon="clock">
        <p>
          {hold
            ? t('session.stopRefused.asking', { amount: format.money(hold.amountMinor, hold.currency) })
            : t('session.stopRefused.askingFree')}
        </p>
      </Note>
    </Stopping>
  );
}
