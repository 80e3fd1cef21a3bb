import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Cable } from '../../../../shared/charging/session.ts';
import { Note } from '../../../components/feedback/Note.tsx';
import { cableWords } from '../live/cableTexts.ts';
import type { LiveSession } from '../live/useSession.ts';
import { Above } from '../parts/Session.styles.ts';
import { CableUnlock, canUnlock } from './CableUnlock.tsx';

/** Says if the cable is free. Shown before the payment, because the driver is at the plug and wants to leave. */
export function CableNote({ cable, live }: { cable: Cable; live: LiveSession }) {
  const { t } = useTranslation();
  const { variant, icon, title, text } = cableWords(cable);
  return (
    <Above>
      <Note variant={variant} icon={icon}>
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
