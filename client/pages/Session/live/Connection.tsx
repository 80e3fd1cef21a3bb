import { useTranslation } from 'react-i18next';
import { TextButton, TextLink } from '../../../components/control/Button.tsx';
import { Note } from '../../../components/feedback/Note.tsx';
import { useVisit } from '../../../core/pageData.tsx';
import { printedPhone, telephone } from '../../../core/telephone.ts';
import { Above } from '../parts/Session.styles.ts';
import { BACKOFF_MS } from './pollSession.ts';
import type { LiveSession } from './useSession.ts';

/** Warns that the values may be outdated, because updates fail. The last values stay visible. */
export function Connection({ failures, pollNow }: Pick<LiveSession, 'failures' | 'pollNow'>) {
  const { t } = useTranslation();
  const { client } = useVisit();
  if (failures === 0) return null;
  const isHopeless = failures >= BACKOFF_MS.length;
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
          <>
            <p>
              <b>{t('session.error.status')}</b>
            </p>
            <p>{t('common.offline')}</p>
          </>
        )}
        <TextButton type="button" onClick={pollNow}>
          {t('common.tryAgain')}
        </TextButton>
      </Note>
    </Above>
  );
}
