import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { CopyButton } from '../../../components/control/CopyButton.tsx';
import { Disclosure } from '../../../components/control/Disclosure.tsx';
import { Rows } from '../../../components/text/Rows.tsx';
import { Num, Small } from '../../../components/text/Text.tsx';
import { TransactionId } from '../details/LocationPlate.tsx';

/** Banks drop a hold by themselves after this number of days, so a released hold has disappeared by then. */
const MAX_RELEASE_DAYS = 7;

/** Explains how long the bank may still show a released hold, and which number of the session to tell the bank. */
export function BankNote({ number }: { number: number }) {
  const { t } = useTranslation();
  return (
    <Disclosure summary={t('holdTimeline.bank')}>
      <Parts>
        <Small>
          {t('holdTimeline.bank.days', { count: MAX_RELEASE_DAYS })} {t('holdTimeline.bank.ask')}
        </Small>
        <Rows
          rows={[
            {
              label: t('holdTimeline.reference'),
              value: (
                <Num>
                  <TransactionId number={number} />
                </Num>
              ),
            },
          ]}
        />
        <CopyButton
          label={t('holdTimeline.reference.copy')}
          done={t('common.copied')}
          read={() => String(number).padStart(9, '0')}
        />
      </Parts>
    </Disclosure>
  );
}

const Parts = styled.div`
  > * + * {
    margin-top: var(--s2);
  }
`;
