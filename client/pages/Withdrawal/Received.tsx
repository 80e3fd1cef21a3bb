import { useTranslation } from 'react-i18next';
import { pathTo } from '../../../shared/charging/paths.ts';
import type { Session, WithdrawalReceived } from '../../../shared/charging/session.ts';
import { AppLink } from '../../components/control/AppLink.tsx';
import { TextLink } from '../../components/control/Button.tsx';
import { PrintButton } from '../../components/control/PrintButton.tsx';
import { Note } from '../../components/feedback/Note.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { Stack } from '../../components/layout/Stack.ts';
import { Icon } from '../../components/text/Icon.tsx';
import { usePage, useVisit } from '../../core/pageData.tsx';
import { useFormat } from '../../hooks/useFormat.ts';

/** Says when the declaration of withdrawal arrived, and what happens next. */
export function Received({ session, withdrawal }: { session: Session; withdrawal: WithdrawalReceived }) {
  const { t } = useTranslation();
  const { locale } = useVisit();
  const { clientId = '', sessionId = '' } = usePage().params;
  const format = useFormat(session.place);
  const { receivedAt, isMailed } = withdrawal;
  return (
    <>
      <PageHead title={t('withdrawal.done.title')} />
      <Stack $gap={4}>
        <Note variant="success" icon="circle-check">
          <p>
            <b>{t('withdrawal.done.received', { date: format.date(receivedAt), time: format.time(receivedAt) })}</b>
          </p>
          <p>{t('withdrawal.statement', { id: session.number })}</p>
        </Note>
        <p>{t(isMailed ? 'withdrawal.done.mailed' : 'withdrawal.done.noMail')}</p>
        <p>{t('withdrawal.done.next')}</p>
        <TextLink as={AppLink} to={pathTo('session', { locale, clientId, sessionId })}>
          <Icon name="arrow-left" />
          {t('session.title')}
        </TextLink>
      </Stack>
      <PrintButton />
    </>
  );
}
