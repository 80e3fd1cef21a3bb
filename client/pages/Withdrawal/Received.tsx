import { useTranslation } from 'react-i18next';
import { pathTo } from '../../../shared/paths.ts';
import type { Session, WithdrawalReceived } from '../../../shared/session.ts';
import { TextLink } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { Note } from '../../components/Note.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { PrintButton } from '../../components/PrintButton.tsx';
import { Stack } from '../../components/Stack.ts';
import { usePage, useVisit } from '../../pageData.tsx';
import { useFormat } from '../../useFormat.ts';

/** The declaration has arrived: when, and what happens now. */
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
        <Note look="success" icon="circle-check">
          <p>
            <b>{t('withdrawal.done.received', { date: format.date(receivedAt), time: format.time(receivedAt) })}</b>
          </p>
          <p>{t('withdrawal.statement', { id: session.number })}</p>
        </Note>
        <p>{t(isMailed ? 'withdrawal.done.mailed' : 'withdrawal.done.noMail')}</p>
        <p>{t('withdrawal.done.next')}</p>
        <TextLink href={pathTo('session', { locale, clientId, sessionId })}>
          <Icon name="arrow-left" />
          {t('session.title')}
        </TextLink>
      </Stack>
      <PrintButton />
    </>
  );
}
