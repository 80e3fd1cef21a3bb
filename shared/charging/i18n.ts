import { LOCALES } from '../model/locales.ts';

/** The only i18next namespace. The first part of a key is its area, and each area is a file in the folder of each language. */
export const TEXTS = 'texts';

/** Options of i18next that the server and the browser share, so that both render the same text. */
export const I18N_OPTIONS = {
  ns: [TEXTS],
  defaultNS: TEXTS,
  nsSeparator: false as const,
  supportedLngs: [...LOCALES],
  fallbackLng: false as const,
  initAsync: false,
  load: 'languageOnly' as const,
  // React escapes its output, and documents and e-mails are not HTML templates.
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
  showSupportNotice: false,
};
