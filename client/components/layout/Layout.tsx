import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { LOCALES, type Locale, withLocale } from '../../../shared/model/locales.ts';
import { useVisit } from '../../core/pageData.tsx';
import { repeatedQuery } from '../../core/routes.ts';
import { telephone } from '../../core/telephone.ts';
import { AppLink } from '../control/AppLink.tsx';
import { Icon } from '../text/Icon.tsx';
import { Hidden } from '../text/Text.tsx';
import { Footer } from './Footer.tsx';
import * as S from './Layout.styles.ts';

/** The frame of every page: skip link, test-mode banner, header, main and footer. */
export function Layout({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { isDemo, hasOpenConsole } = useVisit();
  return (
    <>
      <S.Skip href="#main">{t('common.skipToContent')}</S.Skip>
      {isDemo && (
        <S.Strip role="region" aria-label={t('common.testMode')}>
          <S.Wrap>
            <Icon name="triangle-alert" size="sm" />
            <span>{t('common.testMode')}</span>
            {hasOpenConsole && <a href="/operator">{t('common.testMode.console')}</a>}
          </S.Wrap>
        </S.Strip>
      )}
      <Header />
      <S.Main id="main" tabIndex={-1}>
        <S.Wrap>{children}</S.Wrap>
      </S.Main>
      <Footer />
    </>
  );
}

function Header() {
  const { t } = useTranslation();
  const { client } = useVisit();
  return (
    <S.Header>
      <S.Wrap>
        <S.Brand as={AppLink} to={client.id === 'house' ? '/' : `/${client.id}`}>
          <Logo />
        </S.Brand>
        {client.supportPhone && (
          <S.Tool href={telephone(client.supportPhone)}>
            <Icon name="phone" />
            <Hidden>{t('footer.help', { phone: client.supportPhone })}</Hidden>
          </S.Tool>
        )}
        <LanguageSwitch />
      </S.Wrap>
    </S.Header>
  );
}

/**
 * The logo for the colour scheme that the visitor has chosen, otherwise for the scheme of the device. Works without JavaScript.
 */
function Logo() {
  const { client, theme } = useVisit();
  const { name, logo, logoDark } = client;
  if (!logo) return name;
  const isDark = theme === 'dark' && logoDark !== null;
  const { src, width, height } = isDark ? logoDark : logo;
  const image = <img src={src} alt={name} width={width} height={height} data-dark={isDark ? '' : undefined} />;
  if (!logoDark) return <S.OnWhite>{image}</S.OnWhite>;
  if (theme !== 'auto') return image;
  return (
    <picture>
      <source media="(prefers-color-scheme: dark)" srcSet={logoDark.src} width={logoDark.width} height={logoDark.height} />
      {image}
    </picture>
  );
}

/** Links to the current page in the other languages. They are plain links, because the server sets the language cookie. */
function LanguageSwitch() {
  const { t } = useTranslation();
  const { locale } = useVisit();
  const { pathname, search } = useLocation();
  const addressIn = (language: Locale) => {
    const query = new URLSearchParams(repeatedQuery(pathname, search).map(([name, value]) => [name, value]));
    if (language === 'de') query.set('lang', 'de');
    else query.delete('lang');
    const text = query.toString();
    return withLocale(language, pathname) + (text ? `?${text}` : '');
  };
  return (
    <S.Language>
      <summary>
        <Icon name="globe" />
        <Hidden>
          {t('language.label')}: {t(`language.${locale}`)},{' '}
        </Hidden>
        <span>{locale.toUpperCase()}</span>
      </summary>
      <ul>
        {LOCALES.map(language => (
          <li key={language}>
            <a
              href={addressIn(language)}
              lang={language}
              hrefLang={language}
              aria-current={language === locale ? 'true' : undefined}
            >
              {t(`language.${language}`)}
            </a>
          </li>
        ))}
      </ul>
    </S.Language>
  );
}
