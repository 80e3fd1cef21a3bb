import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Num, RichText } from '../../../components/text/Text.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import type { ViewProps } from '../live/viewProps.ts';
import { pauseCause } from './pauseCause.ts';

interface PauseNoteProps {
  session: ViewProps<'paused'>['session'];
  /** Time since when no power flows, in the time zone of the charging point. */
  since: string;
}

const TAGS = { b: (inner: string) => <Num as="b">{inner}</Num> };

/** Says since when no power flows, the probable cause, and when a fee begins. */
export function PauseNote({ session, since }: PauseNoteProps) {
  const { t } = useTranslation();
  const { blocking, place, values } = session;
  const format = useFormat(place);
  const cause = pauseCause(values);
  const price = blocking && format.unitPrice(blocking.perMinuteMicro, values.cost.currency);
  return (
    <Tinted>
      <p>
        <b>{t('progress.paused.since', { time: since })}</b> {cause && t(`session.paused.${cause}`)}{' '}
        {blocking && !blocking.isRunning && (
          <RichText text={t('progress.feeFrom', { time: format.time(blocking.fromAt), price })} tags={TAGS} />
        )}
        {blocking?.isRunning && t(`session.${blocking.kind}Now`, { price })}
      </p>
    </Tinted>
  );
}

const Tinted = styled.div`
  margin-bottom: var(--s4);
  padding: var(--s4);
  border-radius: var(--radius-lg);
  background: var(--warning-tint);
  line-height: 1.4;
  @media (forced-colors: active) {
    border: 1px solid CanvasText;
  }
`;
