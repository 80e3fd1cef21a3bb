import { LOCALES } from '../model/locales.ts';

/** One namespace: the first part of a key is its area, and each area is a file in every language's folder. */
export const TEXTS = 'texts';

/** Options the server's and the browser's i18next share, so that both say the same. */
export const I18N_OPTIONS = {
  ns: [TEXTS],
  defaultNS: TEXTS,
  nsSeparator: false as const,
  supportedLngs: [...LOCALES],
  fallbackLng: false as const,
  initAsync: false,
  load: 'languageOnly' as const,
  // React escapes what it renders, documents and mails are not HTML templates.
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
  showSupportNotice: false,
};
