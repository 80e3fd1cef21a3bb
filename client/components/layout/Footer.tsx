import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { withLocale } from '../../../shared/locales.ts';
import { useVisit } from '../../pageData.tsx';
import { printedPhone, telephone } from '../../telephone.ts';
import * as S from './Footer.styles.ts';
import { Wrap } from './Layout.styles.ts';

const PAGES = ['terms', 'privacy', 'imprint', 'accessibility'] as const;
/** Only a client has public information; the neutral brand has none. */
const CLIENT_PAGES = [...PAGES, 'info'] as const;

/** Receipts, help and legal pages, one tap away from every page; the look of the pages; where data comes from. */
export function Footer() {
  const { t } = useTranslation();
  const { client, locale, theme } = useVisit();
  const { pathname, search } = useLocation();
  const kept = [...new URLSearchParams(search)].filter(([name]) => name !== 'theme');
  const isNeutral = client.id === 'house';
  const under = (page: string) => withLocale(locale, isNeutral ? `/${page}` : `/${client.id}/${page}`);
  return (
    <S.Footer>
      <Wrap>
        <ul>
          {!isNeutral && (
            <li>
              <a href={under('receipts')}>{t('footer.receipts')}</a>
            </li>
          )}
          {client.supportPhone && (
            <li>
              <a href={telephone(client.supportPhone)}>{t('footer.help', { phone: printedPhone(client.supportPhone) })}</a>
            </li>
          )}
          {(isNeutral ? PAGES : CLIENT_PAGES).map(page => (
            <li key={page}>
              <a href={under(page)}>{t(`footer.${page}`)}</a>
            </li>
          ))}
        </ul>
        <S.Theme method="get" action={withLocale(locale, pathname)}>
          {kept.map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <b id="theme-label">{t('theme.label')}</b>
          <fieldset aria-labelledby="theme-label">
            {(['auto', 'light', 'dark'] as const).map(choice => (
              <button key={choice} type="submit" name="theme" value={choice} aria-pressed={choice === theme}>
                {t(`theme.${choice}`)}
              </button>
            ))}
          </fieldset>
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
