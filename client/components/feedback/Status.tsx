import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { PlugState } from '../../../shared/charging/session.ts';
import { Icon, type IconName } from '../text/Icon.tsx';

const PLUG_STATE_STYLES: Readonly<Record<PlugState, { icon: IconName; color: string }>> = {
  available: { icon: 'circle-check', color: 'var(--success)' },
  preparing: { icon: 'plug-zap', color: 'var(--success)' },
  charging: { icon: 'zap', color: 'var(--info)' },
  occupied: { icon: 'car', color: 'var(--info)' },
  finishing: { icon: 'clock', color: 'var(--info)' },
  unavailable: { icon: 'ban', color: 'var(--error)' },
  suspended: { icon: 'ban', color: 'var(--error)' },
  unknown: { icon: 'circle-question-mark', color: 'var(--warning)' },
};

/** The state of a plug, as a coloured icon with text. Needs the text area `status` (see `Route.strings`). */
export function Status({ state }: { state: PlugState }) {
  const { t } = useTranslation();
  const { icon, color } = PLUG_STATE_STYLES[state];
  return (
    <Line $color={color}>
      <Icon name={icon} />
      {t(`status.${state}`)}
    </Line>
  );
}

/** A text with a coloured icon on one line. */
const Line = styled.span<{ $color?: string }>`
  display: inline-flex;
  align-items: center;
  gap: 0.4em;
  font-weight: 600;
  font-size: var(--t-sm);
  line-height: 1.3;
  svg {
    width: 1.2rem;
    height: 1.2rem;
    color: ${({ $color = 'inherit' }) => $color};
  }
`;
