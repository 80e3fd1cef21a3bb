import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { TextButton, TextLink } from '../../../components/control/Button.tsx';
import { Note } from '../../../components/feedback/Note.tsx';
import { useVisit } from '../../../core/pageData.tsx';
import { printedPhone, telephone } from '../../../core/telephone.ts';
import { Above } from '../parts/Session.styles.ts';
import { BACKOFF_MS } from './pollSession.ts';
import type { LiveSession } from './useSession.ts';

/** Warns that updates fail, at first in one sentence. The last values stay visible, and the head of the page says their time. */
export function Connection({ failures, pollNow }: Pick<LiveSession, 'failures' | 'pollNow'>) {
  const { t } = useTranslation();
  const { client } = useVisit();
  if (failures === 0) return null;
  const isHopeless = failures >= BACKOFF_MS.length;
  const again = (
    <TextButton type="button" onClick={pollNow}>
      {t('common.tryAgain')}
    </TextButton>
  );
  return (
    <Above>
      <Note variant={isHopeless ? 'error' : 'warning'} icon="wifi-off">
        {isHopeless ? (
          <>
            <p>
              <b>{t('session.error.attempts')}</b>
            </p>
            <p>{t('session.error.attempts.text')}</p>
            {client.supportPhone && (
              <p>
                <TextLink href={telephone(client.supportPhone)}>
                  {t('footer.help', { phone: printedPhone(client.supportPhone) })}
                </TextLink>
              </p>
            )}
          </>
        ) : (
          <Line>
            <b>{t('session.error.status')}</b>
            {again}
          </Line>
        )}
        {isHopeless && again}
      </Note>
    </Above>
  );
}

const Line = styled.p`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0 var(--s3);
  margin-block: calc(-1 * var(--s3));
  font-size: var(--t-sm);
`;
