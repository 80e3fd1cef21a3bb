import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Cable } from '../../../../shared/charging/session.ts';
import { STATUS_STYLES } from '../../../components/feedback/statusStyles.ts';
import { Icon } from '../../../components/text/Icon.tsx';
import { type CableWords, plugWords } from '../live/cableTexts.ts';
import type { LiveSession } from '../live/useSession.ts';
import { CableUnlock, canUnlock } from './CableUnlock.tsx';

interface PlugStateProps {
  cable: Cable | undefined;
  live: LiveSession;
  /** The texts to show. Default: the texts while the last meter value is missing. */
  words?: CableWords | undefined;
}

/** Says if the cable is free, as the headline of the page. Directly after charging, the driver is at the plug. */
export function PlugState({ cable, live, words = plugWords(cable) }: PlugStateProps) {
  const { t } = useTranslation();
  const { variant, icon, title, text } = words;
  return (
    <Frame data-variant={variant}>
      <Icon name={icon} size="xl" />
      <div>
        <h1 tabIndex={-1}>{t(title)}</h1>
        {text && <p>{t(text)}</p>}
      </div>
      {canUnlock(cable, live) && (
        <Action>
          <CableUnlock cable={cable} live={live} />
        </Action>
      )}
    </Frame>
  );
}

const Action = styled.div``;

const Frame = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  align-items: center;
  gap: var(--s3) var(--s4);
  margin-bottom: var(--s4);
  padding: var(--s4);
  border: 2px solid var(--c);
  border-radius: var(--radius-lg);
  background: var(--tint);
  ${STATUS_STYLES}
  h1 {
    font-size: var(--t-xl);
  }
  p {
    margin-top: var(--s1);
  }
  ${Action} {
    grid-column: 1 / -1;
  }
  @media (max-width: 18em) {
    grid-template-columns: 1fr;
  }
`;
