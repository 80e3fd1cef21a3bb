import type { ReactNode } from 'react';
import type { Rights } from '../../../shared/console/signedIn.ts';
import { type Tab, useConsole } from './ConsoleContext.ts';
import { Icon, type IconName } from './Icon.tsx';
import { SignOut } from './SignOut.tsx';
import { type TextKey, useWords } from './translations.ts';

interface NavEntry {
  tab: Tab;
  path: string;
  icon: IconName;
  text: TextKey;
  /** True: on phones, the entry is in the bar at the bottom. False: it is on the page "More". */
  isFirst?: boolean;
  /** True: people who are limited to one brand see the entry. */
  isOfBrand?: boolean;
}

const NAV: readonly NavEntry[] = [
  { tab: 'today', path: '/operator', icon: 'bell', text: 'frame.nav.today', isFirst: true },
  { tab: 'sessions', path: '/operator/sessions', icon: 'list', text: 'frame.nav.sessions', isFirst: true, isOfBrand: true },
  { tab: 'stations', path: '/operator/stations', icon: 'station', text: 'frame.nav.stations', isFirst: true, isOfBrand: true },
  { tab: 'prices', path: '/operator/prices', icon: 'tag', text: 'frame.nav.prices', isOfBrand: true },
  { tab: 'brands', path: '/operator/brands', icon: 'palette', text: 'frame.nav.brands', isOfBrand: true },
  { tab: 'labels', path: '/operator/labels', icon: 'qr-code', text: 'frame.nav.labels', isOfBrand: true },
  { tab: 'books', path: '/operator/books', icon: 'book', text: 'frame.nav.books', isOfBrand: true },
  { tab: 'reports', path: '/operator/reports', icon: 'chart', text: 'frame.nav.reports', isOfBrand: true },
  { tab: 'webhooks', path: '/operator/webhooks', icon: 'webhook', text: 'frame.nav.webhooks' },
  { tab: 'tokens', path: '/operator/tokens', icon: 'key', text: 'tokens.title', isOfBrand: true },
  { tab: 'audit', path: '/operator/audit', icon: 'eye', text: 'frame.nav.audit' },
];

/** Returns the entries of the navigation that a person sees. */
export const navOf = (who: Rights | null): readonly NavEntry[] =>
  NAV.filter(({ isOfBrand = false }) => who?.brand === undefined || isOfBrand);

/** The frame of every page: skip link, brand mark, navigation, page content, and the name of the signed-in person. */
export function Frame({ children }: { children: ReactNode }) {
  const { t } = useWords();
  const { who } = useConsole();
  if (!who) return <main id="main">{children}</main>;
  return (
    <>
      <a className="skip" href="#main">
        {t('frame.skip')}
      </a>
      <div className="ops">
        <header className="ops-top">
          <Mark />
          <a className="tool" href="/operator/sessions">
            <Icon name="search" />
            <span className="vh">{t('frame.find')}</span>
          </a>
        </header>
        <Nav />
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <Who />
      </div>
    </>
  );
}

export function Mark() {
  const { t } = useWords();
  return (
    <a className="ops-mark" href="/operator">
      <span className="plate__no" aria-hidden="true">
        <Icon name="zap" />
      </span>
      <span>
        {t('frame.shop')}
        <small>{t('frame.operations')}</small>
      </span>
    </a>
  );
}

/** Pages that the bar on phones does not have are reached by "More". */
function currentMore(tab: Tab | null): 'page' | 'true' | undefined {
  if (tab === 'more') return 'page';
  return NAV.some(entry => entry.tab === tab && !entry.isFirst) ? 'true' : undefined;
}

function Nav() {
  const { t } = useWords();
  const { tab, attention, who } = useConsole();
  return (
    <nav className="ops-nav" aria-label={t('frame.sections')}>
      <ul>
        {navOf(who).map(({ tab: name, path, icon, text, isFirst }) => (
          <li key={name} className={isFirst ? undefined : 'rest'}>
            <a href={path} aria-current={name === tab ? 'page' : undefined}>
              <Icon name={icon} />
              <span>{t(text)}</span>
              {name === 'today' && attention > 0 && (
                <span className="count">
                  {attention}
                  <span className="vh"> {t('frame.open')}</span>
                </span>
              )}
            </a>
          </li>
        ))}
        <li className="only-small">
          <a href="/operator/menu" aria-current={currentMore(tab)}>
            <Icon name="menu" />
            <span>{t('frame.nav.more')}</span>
          </a>
        </li>
      </ul>
    </nav>
  );
}

function Who() {
  const { t } = useWords();
  const { who } = useConsole();
  if (!who) return null;
  return (
    <footer className="who">
      <div>
        <b>{who.name}</b>
        <span className="muted">
          <RightsOf person={who} />
        </span>
        <div className="row">
          <SignOut className="plain" />
          <OtherLanguage />
          <a href="/operator/menu">{t('frame.display')}</a>
        </div>
      </div>
    </footer>
  );
}

/** The role of a person, and the brand to which the role is limited. */
export function RightsOf({ person: { may, brand } }: { person: Rights }) {
  const { t } = useWords();
  const role = t(may === 'act' ? 'frame.may.act' : 'frame.may.read');
  return brand === undefined ? role : `${role}, ${t('frame.may.brand', { brand })}`;
}

/** Link to the current page in the other language (German or English). */
export function OtherLanguage() {
  const { locale, address } = useConsole();
  const [other, name] = locale === 'de' ? (['en', 'English'] as const) : (['de', 'Deutsch'] as const);
  return (
    <a href={`${address}${address.includes('?') ? '&' : '?'}language=${other}`} lang={other} hrefLang={other}>
      {name}
    </a>
  );
}
