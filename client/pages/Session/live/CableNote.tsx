import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Cable } from '../../../../shared/session.ts';
import { Note } from '../../../components/feedback/Note.tsx';
import { UnlockButton } from '../actions/UnlockButton.tsx';
import { Above } from '../Session.styles.ts';
import { cableWords } from './cableWords.ts';
import type { LiveSession } from './useSession.ts';

/** The driver stands at the plug and wants to leave: whether it is free comes before the money. */
export function CableNote({ cable, live }: { cable: Cable; live: LiveSession }) {
  const { t } = useTranslation();
  const { sessionId } = live.session;
  const { look, icon, title, text } = cableWords(cable);
  return (
    <Above>
      <Note look={look} icon={icon}>
        <p>
          <b>{t(title)}</b>
        </p>
        {text && <p>{t(text)}</p>}
        {cable.canUnlock && sessionId !== null && (
          <Action>
            <UnlockButton
              sessionId={sessionId}
              live={live}
              words={cable.unlock === null ? 'session.cable.unlock' : 'session.cable.again'}
            />
          </Action>
        )}
      </Note>
    </Above>
  );
}

const Action = styled.div`
  padding-top: var(--s3);
`;
