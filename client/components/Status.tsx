import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { PlugState } from '../../shared/session.ts';
import { Icon, type IconName } from './Icon.tsx';

const COLORS = ['success', 'info', 'error', 'warning'] as const;
type Color = (typeof COLORS)[number];

const LOOKS: Readonly<Record<PlugState, { icon: IconName; color: Color }>> = {
  available: { icon: 'circle-check', color: 'success' },
  preparing: { icon: 'plug-zap', color: 'success' },
  charging: { icon: 'zap', color: 'info' },
  occupied: { icon: 'car', color: 'info' },
  finishing: { icon: 'clock', color: 'info' },
  unavailable: { icon: 'ban', color: 'error' },
  suspended: { icon: 'ban', color: 'error' },
  unknown: { icon: 'circle-question-mark', color: 'warning' },
};

/** What a plug is doing: icon, word, and colour last. Speaks with the area `status`. */
export function Status({ state }: { state: PlugState }) {
  const { t } = useTranslation();
  const { icon, color } = LOOKS[state];
  return (
    <Line data-color={color}>
      <Icon name={icon} />
      {t(`status.${state}`)}
    </Line>
  );
}

/** A line with an icon in a colour of its own. */
const Line = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 0.4em;
  font-weight: 600;
  font-size: var(--t-sm);
  line-height: 1.3;
  svg {
    width: 1.2rem;
    height: 1.2rem;
    color: inherit;
  }
  ${COLORS.map(color => `&:where([data-color='${color}']) svg { color: var(--${color}); }`).join('\n')}
`;
