import type { i18n as I18n } from 'i18next';
import type { Locale } from '../shared/locales.ts';

/** Key → message, as in one file of a language's folder. */
export type Area = Readonly<Record<string, string>>;

/** The browser's texts: those of the first page from the document, others as they are needed. */
export interface Texts {
  /** What react-i18next works with. */
  i18n: I18n;
  has(area: string): boolean;
  add(area: string, messages: Area): void;
}

type Values = Readonly<Record<string, unknown>>;

/**
 * Says what i18next says with our options, which is little: find a message, choose its plural form, fill it in. The
 * library itself is a sixth of all code a visitor would have to wait for; the server, mails and documents use it.
 */
export function createTexts({ locale, areas }: { locale: Locale; areas: Readonly<Record<string, Area>> }): Texts {
  const known = new Map(Object.entries(areas));
  const plural = new Intl.PluralRules(locale);
  const find = (key: string): string | undefined => {
    const end = key.indexOf('.');
    return known.get(key.slice(0, end))?.[key.slice(end + 1)];
  };
  const t = (key: string, values: Values = {}): string => {
    const form = typeof values.count === 'number' ? find(`${key}_${plural.select(values.count)}`) : undefined;
    return fill(form ?? find(key) ?? key, values);
  };
  return {
    i18n: standIn(locale, t),
    has: area => known.has(area),
    add: (area, messages) => void known.set(area, messages),
  };
}

function fill(message: string, values: Values): string {
  return message.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
}

/** The part of i18next that react-i18next asks for while the language stays the same: another one is another document. */
function standIn(locale: Locale, t: (key: string, values?: Values) => string): I18n {
  const nothing = () => undefined;
  const instance = {
    ...{ language: locale, resolvedLanguage: locale, languages: [locale], isInitialized: true },
    options: { defaultNS: 'texts', react: { useSuspense: false, bindI18n: '', bindI18nStore: '' } },
    ...{ t, getFixedT: () => t, hasLoadedNamespace: () => true, on: nothing, off: nothing },
    store: { on: nothing, off: nothing },
  };
  return instance as unknown as I18n;
}
