import { useConsole, useIsOfBrand } from '../core/ConsoleContext.ts';
import type { ConsolePage } from '../core/consolePage.ts';
import { navOf, OtherLanguage, RightsOf } from '../core/Frame.tsx';
import { Icon } from '../core/Icon.tsx';
import { SignOut } from '../core/SignOut.tsx';
import { useWords } from '../core/translations.ts';
import { Block } from '../parts/Block.tsx';

/**
 * The page "More". On phones, it contains the sections, display settings, language and sign-out that do not fit into the
 * navigation.
 */
export const menuPage: ConsolePage = {
  path: '/menu',
  tab: 'more',
  show: async () => ({ title: 'frame.nav.more', content: <Menu /> }),
};

const THEMES = ['auto', 'light', 'dark'] as const;

function Menu() {
  const { t } = useWords();
  const { theme, who } = useConsole();
  const isOfBrand = useIsOfBrand();
  return (
    <>
      <div className="page-head">
        <div>
          <h1>{t('frame.nav.more')}</h1>
        </div>
      </div>
      <ul className="menu">
        {navOf(who)
          .filter(({ isFirst }) => !isFirst)
          .map(({ tab, path, icon, text }) => (
            <li key={tab}>
              <a href={path}>
                <Icon name={icon} />
                <span>{t(text)}</span>
                <Icon name="chevron-right" />
              </a>
            </li>
          ))}
      </ul>
      <Block name={t('frame.display')}>
        <nav className="filters" aria-label={t('frame.display')}>
          {THEMES.map(name => (
            <a key={name} href={`/operator/menu?theme=${name}`} aria-current={name === theme ? 'true' : undefined}>
              {t(`frame.theme.${name}`)}
            </a>
          ))}
        </nav>
        <p className="row">
          <OtherLanguage />
        </p>
      </Block>
      <Block name={who?.name}>
        <p className="muted">{who && <RightsOf person={who} />}</p>
        <div className="acts gap">
          <SignOut className="btn btn--quiet" />
          <SignOut className="btn btn--quiet" isEverywhere />
        </div>
        {!isOfBrand && (
          <p className="gap">
            <a className="link" href="/operator/signed-in">
              {t('frame.signedIn.title')}
            </a>
          </p>
        )}
      </Block>
    </>
  );
}
