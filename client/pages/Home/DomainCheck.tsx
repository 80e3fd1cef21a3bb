import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Icon } from '../../components/text/Icon.tsx';
import { RichText } from '../../components/text/Text.tsx';
import { useVisit } from '../../core/pageData.tsx';

/** Shows the app's real host name. A fake sticker leads to a copy of the site, which differs only in the address bar. */
export function DomainCheck() {
  const { t } = useTranslation();
  const { host } = useVisit();
  return (
    <Domain>
      <Icon name="shield-check" />
      <span>
        <RichText text={t('home.domainCheck', { host: `<b>${host}</b>` })} tags={{ b: inner => <b lang="">{inner}</b> }} />
      </span>
    </Domain>
  );
}

const Domain = styled.p`
  display: flex;
  gap: var(--s2);
  padding-bottom: var(--s6);
  font-size: var(--t-sm);
  svg {
    color: var(--success);
  }
`;
