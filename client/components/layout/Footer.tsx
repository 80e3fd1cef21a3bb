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

const PAGES = ['imprint', 'terms', 'privacy'] as const;
/** Footer pages of an operator's brand. The neutral brand has no page 'info' (public information). */
const CLIENT_PAGES = [...PAGES, 'info'] as const;

/** Links to receipts, help and legal pages, a switch for the colour scheme, and the source of the location data. */
export function Footer() {
  const { t } = useTranslation();
  const { client, locale, theme } = useVisit();
  const { pathname, search } = useLocation();
  const queryParams = repeatedQuery(pathname, search).filter(([name]) => name !== 'theme');
  const isNeutral = client.id === 'house';
  const under = (page: string) => (isNeutral ? `/${page}` : `/${client.id}/${page}`);
  return (
    <S.Footer>
      <Wrap>
        <ul>
          {(isNeutral ? PAGES : CLIENT_PAGES).map(page => (
            <li key={page}>
              <AppLink to={under(page)}>{t(`footer.short.${page}`)}</AppLink>
            </li>
          ))}
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
          {!isNeutral && (
            <li>
              <AppLink to={under('receipts')}>{t('footer.receipts')}</AppLink>
            </li>
          )}
          <li>
            <AppLink to={under('accessibility')}>{t('footer.short.accessibility')}</AppLink>
          </li>
        </ul>
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
        {client.dataSource && (
          <S.Source>
            {t('footer.source')} <span lang={client.mainLanguage}>{client.dataSource}</span>
          </S.Source>
        )}
      </Wrap>
    </S.Footer>
  );
}
