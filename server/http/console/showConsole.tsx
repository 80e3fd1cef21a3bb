import type { Response } from 'express';
import type { i18n as I18n } from 'i18next';
import type { ReactNode } from 'react';
import { CONSOLE_LOCALES, type ConsoleLocale, type Tab } from '../../../client/console/core/ConsoleContext.ts';
import { CONSOLE_AREA, CONSOLE_TEXTS, type TextKey } from '../../../client/console/core/translations.ts';
import { TEXTS } from '../../../shared/charging/i18n.ts';
import type { Person } from '../../../shared/console/signedIn.ts';
import { iso } from '../../../shared/model/time.ts';
import { brandingCss } from '../../core/branding/brandingCss.ts';
import { renderConsole } from '../../render/renderConsole.tsx';
import { metOf } from './authenticate.ts';
import type { ConsoleDependencies } from './consoleDependencies.ts';

export interface ConsoleShown {
  title: TextKey;
  titleValues?: Readonly<Record<string, string>>;
  content: ReactNode;
  status?: number;
  tab: Tab | null;
  who: Person | null;
  attention: number;
  mintForm(): string;
}

export type ShowConsole = (response: Response, shown: ConsoleShown) => void;

/** Creates the function that renders console pages in the language of the request. */
export function createShowConsole({
  texts,
  clock,
  ...place
}: Pick<ConsoleDependencies, 'texts' | 'isDemo' | 'drivers' | 'timeZone' | 'clock'>): ShowConsole {
  // Created when the first console page is rendered, so that a process whose console is not used starts faster.
  let ready: Ready | null = null;
  return (response, { title, titleValues = {}, content, status = 200, ...shown }) => {
    const { locale, theme, nonce } = metOf(response);
    ready ??= readyFor(texts);
    const i18n = ready.speaking[locale];
    const t = (key: TextKey, values = {}) => i18n.t(`${CONSOLE_AREA}.${key}`, values);
    const html = renderConsole({
      visit: { ...shown, ...place, now: iso(clock.now()), locale, theme, nonce, address: response.req.originalUrl },
      i18n,
      title: `${t(title, titleValues)} – ${t('frame.operations')}`,
      branding: ready.branding,
      content,
    });
    response.status(status).type('html').send(html);
  };
}

interface Ready {
  speaking: Record<ConsoleLocale, I18n>;
  branding: string;
}

const readyFor = (texts: I18n): Ready => ({
  speaking: Object.fromEntries(CONSOLE_LOCALES.map(locale => [locale, inLanguage(texts, locale)])) as Ready['speaking'],
  branding: brandingCss({ primary: null, secondary: null }),
});

function inLanguage(texts: I18n, locale: ConsoleLocale): I18n {
  const i18n = texts.cloneInstance({ lng: locale });
  i18n.addResourceBundle(locale, TEXTS, { [CONSOLE_AREA]: CONSOLE_TEXTS[locale] }, true);
  return i18n;
}
