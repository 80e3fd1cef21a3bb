import { LOCALES } from '../model/locales.ts';

/** The only i18next namespace. The first part of a key names its area, and each area is one file per language. */
export const TEXTS = 'texts';

/** i18next options that server and browser share, so that both render the same texts. */
export const I18N_OPTIONS = {
  ns: [TEXTS],
  defaultNS: TEXTS,
  nsSeparator: false as const,
  supportedLngs: [...LOCALES],
  fallbackLng: false as const,
  initAsync: false,
  load: 'languageOnly' as const,
  // Values need no escaping: React escapes its output, and documents and e-mails are not HTML templates.
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
  showSupportNotice: false,
};
