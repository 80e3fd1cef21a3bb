import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Cable } from '../../../../shared/session.ts';
import { Icon } from '../../../components/text/Icon.tsx';
import { UnlockButton } from '../actions/UnlockButton.tsx';
import { plugWords } from './cableWords.ts';
import type { LiveSession } from './useSession.ts';

/** Right after charging the driver stands at the plug: whether it comes out is the headline of the page. */
export function PlugState({ cable, live }: { cable: Cable | undefined; live: LiveSession }) {
  const { t } = useTranslation();
  const { sessionId } = live.session;
  const { look, icon, title, text } = plugWords(cable);
  return (
    <Frame data-look={look}>
      <Icon name={icon} size="xl" />
      <div>
        <h1 tabIndex={-1}>{t(title)}</h1>
        {text && <p>{t(text)}</p>}
      </div>
      {cable?.canUnlock && sessionId !== null && (
        <Action>
          <UnlockButton
            sessionId={sessionId}
            live={live}
            words={cable.unlock === null ? 'session.cable.unlock' : 'session.cable.again'}
          />
        </Action>
      )}
    </Frame>
  );
}

const Action = styled.div``;

const Frame = styled.div`
  --c: var(--line-strong);
  --tint: var(--surface);
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  align-items: center;
  gap: var(--s3) var(--s4);
  margin-bottom: var(--s4);
  padding: var(--s4);
  border: 2px solid var(--c);
  border-radius: var(--radius-lg);
  background: var(--tint);
  &[data-look='success'] {
    --c: var(--success);
    --tint: var(--success-tint);
  }
  &[data-look='warning'] {
    --c: var(--warning);
    --tint: var(--warning-tint);
  }
  &[data-look='info'] {
    --c: var(--info);
    --tint: var(--info-tint);
  }
  > svg {
    color: var(--c);
  }
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
