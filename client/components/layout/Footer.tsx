import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { withLocale } from '../../../shared/model/locales.ts';
import { useVisit } from '../../core/pageData.tsx';
import { repeatedQuery } from '../../core/routes.ts';
import { printedPhone, telephone } from '../../core/telephone.ts';
import { AppLink } from '../control/AppLink.tsx';
import { Icon } from '../text/Icon.tsx';
import * as S from './Footer.styles.ts';
import { Wrap } from './Layout.styles.ts';

/** Links to receipts, help and legal pages, a switch for the colour scheme, and the source of the location data. */
export function Footer() {
  const { t } = useTranslation();
  const { client } = useVisit();
  const isNeutral = client.id === 'house';
  const under = (page: string) => (isNeutral ? `/${page}` : `/${client.id}/${page}`);
  const link = (page: string, label: string) => (
    <li>
      <AppLink to={under(page)}>{label}</AppLink>
    </li>
  );
  return (
    <S.Footer>
      <Wrap>
        <ul>
          {link('imprint', t('footer.short.imprint'))}
          {client.supportPhone && (
            <li>
              <a href={telephone(client.supportPhone)}>
                <span>
                  {t('footer.short.help')}
                  <S.Phone>: {printedPhone(client.supportPhone)}</S.Phone>
                </span>
              </a>
            </li>
          )}
          {link('terms', t('footer.short.terms'))}
          {!isNeutral && link('receipts', t('footer.receipts'))}
          {link('privacy', t('footer.short.privacy'))}
          {link('accessibility', t('footer.short.accessibility'))}
          {!isNeutral && link('info', t('footer.short.info'))}
          <li>
            <ThemeSwitch />
          </li>
        </ul>
        {client.dataSource && (
          <S.Source>
            {t('footer.source')} <span lang={client.mainLanguage}>{client.dataSource}</span>
          </S.Source>
        )}
      </Wrap>
    </S.Footer>
  );
}

function ThemeSwitch() {
  const { t } = useTranslation();
  const { locale, theme } = useVisit();
  const { pathname, search } = useLocation();
  const queryParams = repeatedQuery(pathname, search).filter(([name]) => name !== 'theme');
  return (
    <S.Theme>
      <summary id="theme-label">
        {t('theme.label')}
        <Icon name="chevron-down" size="sm" />
      </summary>
      <form method="get" action={withLocale(locale, pathname)}>
        {queryParams.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <fieldset aria-labelledby="theme-label">
          {(['auto', 'light', 'dark'] as const).map(choice => (
            <button key={choice} type="submit" name="theme" value={choice} aria-pressed={choice === theme}>
              {t(`theme.${choice}`)}
            </button>
          ))}
        </fieldset>
      </form>
    </S.Theme>
  );
}
