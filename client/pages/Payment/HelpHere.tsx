import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { ChargingPoint } from '../../../shared/charging.ts';
import { TextLink } from '../../components/control/Button.tsx';
import { Disclosure } from '../../components/control/Disclosure.tsx';
import { Icon } from '../../components/text/Icon.tsx';
import { Num } from '../../components/text/Text.tsx';
import { printedPhone, telephone } from '../../telephone.ts';

/** For whoever is stuck at the charging point: whom to call, and what to do first. */
export function HelpHere({ point: { helpPhone, openingHours } }: { point: ChargingPoint }) {
  const { t } = useTranslation();
  return (
    <Disclosure summary={t('help.title')}>
      <Box>
        {helpPhone && (
          <TextLink href={telephone(helpPhone)}>
            <Icon name="phone" />
            <Num>{t('help.call', { phone: printedPhone(helpPhone) })}</Num>
          </TextLink>
        )}
        {openingHours === '24/7' && <p>{t('help.alwaysOpen')}</p>}
        <dl>
          {(['cable', 'emergency'] as const).map(topic => (
            <div key={topic}>
              <dt>{t(`help.${topic}.title`)}</dt>
              <dd>{t(`help.${topic}.text`)}</dd>
            </div>
          ))}
        </dl>
      </Box>
    </Disclosure>
  );
}

const Box = styled.div`
  padding-bottom: var(--s4);
  dt {
    padding-top: var(--s3);
    font-weight: 700;
  }
`;
