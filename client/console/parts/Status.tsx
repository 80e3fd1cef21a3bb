import type { SessionLine, Standing as Word } from '../../../shared/console/sessions.ts';
import { Icon, type IconName } from '../core/Icon.tsx';
import { useWords } from '../core/translations.ts';

interface StatusStyle {
  icon: IconName;
  color: 'ok' | 'busy' | 'off' | 'warn' | 'calm';
  row?: 'is-bad' | 'is-warn';
}

const SESSION_STATUS_STYLES: Readonly<Record<Word, StatusStyle>> = {
  ordered: { icon: 'clock', color: 'calm' },
  starting: { icon: 'clock', color: 'busy' },
  charging: { icon: 'zap', color: 'busy' },
  paused: { icon: 'pause', color: 'warn' },
  stopping: { icon: 'clock', color: 'busy' },
  'last-value-missing': { icon: 'clock', color: 'off', row: 'is-bad' },
  'never-started': { icon: 'ban', color: 'calm' },
  cancelling: { icon: 'clock', color: 'calm' },
  billed: { icon: 'circle-check', color: 'ok' },
  free: { icon: 'circle-check', color: 'ok' },
  waived: { icon: 'circle-check', color: 'calm' },
  capped: { icon: 'triangle-alert', color: 'warn', row: 'is-warn' },
  refunded: { icon: 'undo', color: 'ok' },
  'partly-refunded': { icon: 'undo', color: 'ok' },
  'not-captured': { icon: 'clock', color: 'calm' },
  disputed: { icon: 'triangle-alert', color: 'warn', row: 'is-warn' },
  'dispute-lost': { icon: 'undo', color: 'off' },
};

/** The state of a session, as an icon and a word. */
export function Standing({ line: { standing } }: { line: Pick<SessionLine, 'standing'> }) {
  const { t } = useWords();
  const { icon, color } = SESSION_STATUS_STYLES[standing];
  return (
    <span className={`st st--${color}`}>
      <Icon name={icon} />
      <span>{t(`session.standing.${standing}`)}</span>
    </span>
  );
}
