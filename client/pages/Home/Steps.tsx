import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Section } from '../../components/layout/Columns.tsx';
import { Hidden, RichText } from '../../components/text/Text.tsx';
import { useVisit } from '../../core/pageData.tsx';

/**
 * The three steps from the code to the charge. The first step shows the app's real host name, because a fake sticker leads to a
 * copy of the site, which differs only in the address bar.
 */
export function Steps() {
  const { t } = useTranslation();
  const { host } = useVisit();
  return (
    <Frame aria-labelledby="steps-title">
      <Hidden as="h2" id="steps-title">
        {t('home.steps')}
      </Hidden>
      <List>
        <li>
          <b>{t('home.step.scan')}</b>{' '}
          <span>
            <RichText text={t('home.domainCheck', { host: `<b>${host}</b>` })} tags={{ b: inner => <b lang="">{inner}</b> }} />
          </span>
        </li>
        <li>
          <b>{t('home.step.pay')}</b> <span>{t('home.step.pay.text')}</span>
        </li>
        <li>
          <b>{t('home.step.plug')}</b> <span>{t('home.step.plug.text')}</span>
        </li>
      </List>
    </Frame>
  );
}

const Frame = styled(Section)`
  && {
    padding-block: var(--s5);
  }
`;

const List = styled.ol`
  display: grid;
  gap: var(--s3);
  counter-reset: step;
  li {
    position: relative;
    min-height: 2.25rem;
    padding-left: 3rem;
    line-height: 1.35;
    counter-increment: step;
  }
  li::before {
    content: counter(step);
    position: absolute;
    left: 0;
    display: grid;
    place-items: center;
    width: 2.25rem;
    height: 2.25rem;
    border-radius: 50%;
    background: var(--data-soft);
    font-weight: 700;
  }
  span {
    color: var(--ink-2);
    font-size: var(--t-sm);
  }
  @media (min-width: 46em) {
    grid-template-columns: repeat(3, 1fr);
    gap: var(--s5);
    li > * {
      display: block;
    }
  }
  @media (forced-colors: active) {
    li::before {
      border: 1px solid CanvasText;
    }
  }
`;
