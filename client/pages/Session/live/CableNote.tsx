import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Cable } from '../../../../shared/session.ts';
import { Note } from '../../../components/feedback/Note.tsx';
import { Above } from '../Session.styles.ts';
import { CableUnlock, canUnlock } from './CableUnlock.tsx';
import { cableWords } from './cableWords.ts';
import type { LiveSession } from './useSession.ts';

/** The driver stands at the plug and wants to leave: whether it is free comes before the money. */
export function CableNote({ cable, live }: { cable: Cable; live: LiveSession }) {
  const { t } = useTranslation();
  const { look, icon, title, text } = cableWords(cable);
  return (
    <Above>
      <Note look={look} icon={icon}>
        <p>
          <b>{t(title)}</b>
        </p>
        {text && <p>{t(text)}</p>}
        {canUnlock(cable, live) && (
          <Action>
            <CableUnlock cable={cable} live={live} />
          </Action>
        )}
      </Note>
    </Above>
  );
}

const Action = styled.div`
  padding-top: var(--s3);
`;
