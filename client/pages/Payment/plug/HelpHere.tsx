import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { ChargingPoint } from '../../../../shared/charging/charging.ts';
import { AppLink } from '../../../components/control/AppLink.tsx';
import { TextLink } from '../../../components/control/Button.tsx';
import { useFaultPath } from '../../../components/control/FaultRow.tsx';
import { Icon } from '../../../components/text/Icon.tsx';
import { Hidden, Num } from '../../../components/text/Text.tsx';
import { printedPhone, telephone } from '../../../core/telephone.ts';

interface HelpHereProps {
  point: ChargingPoint;
  /** How to compare the sticker with this page. Shown in the disclosure. */
  children?: ReactNode;
}

/** Help for a driver at the charging point: what to try first, and whom to call. */
export function HelpHere({ point, children }: HelpHereProps) {
  const { t } = useTranslation();
  const { helpPhone, openingHours, clientId, evseId } = point;
  return (
    <Line>
      <summary>
        {children && (
          <>
            {children}
            <Hidden>. </Hidden>
          </>
        )}
        <Word>
          {children ? (
            <>
              <span aria-hidden="true">{t('help.short')}</span>
              <Hidden>{t('help.title')}</Hidden>
            </>
          ) : (
            t('help.title')
          )}
          <Icon name="chevron-down" size="sm" />
        </Word>
      </summary>
      <Box>
        {helpPhone && (
          <TextLink href={telephone(helpPhone)}>
            <Icon name="phone" />
            <Num>{t('help.call', { phone: printedPhone(helpPhone) })}</Num>
          </TextLink>
        )}
        <TextLink as={AppLink} to={useFaultPath({ clientId, evseId })}>
          <Icon name="message-square-warning" />
          {t('faultLink.report')}
        </TextLink>
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
    </Line>
  );
}

const Line = styled.details`
  > summary {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--s2);
    min-height: 48px;
    padding-block: var(--s2);
    font-size: var(--t-sm);
    line-height: 1.35;
    cursor: pointer;
    list-style: none;
    > :first-child {
      flex: 1 1 9rem;
    }
  }
  > summary::-webkit-details-marker {
    display: none;
  }
  &[open] > summary > :last-child svg {
    transform: rotate(180deg);
  }
`;

const Word = styled.span`
  flex: none;
  display: inline-flex;
  align-items: center;
  gap: var(--s1);
  color: var(--primary-text);
  font-size: 1rem;
  text-decoration: underline;
  text-decoration-thickness: 1px;
  text-underline-offset: 0.2em;
  svg {
    transition: transform var(--ease);
  }
`;

const Box = styled.div`
  padding-bottom: var(--s4);
  dt {
    padding-top: var(--s3);
    font-weight: 700;
  }
`;
