import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInstance, type i18n as I18n } from 'i18next';
import { I18N_OPTIONS, TEXTS } from '../../shared/i18n.ts';
import { DEFAULT_LOCALE, LOCALES } from '../../shared/locales.ts';

/** All texts of all languages, read once: locales/{locale}/{area}.json. */
export function readTexts(folder: string): I18n {
  const resources = Object.fromEntries(LOCALES.map(locale => [locale, { [TEXTS]: areasOf(path.join(folder, locale)) }]));
  const i18n = createInstance();
  void i18n.init({ ...I18N_OPTIONS, lng: DEFAULT_LOCALE, preload: [...LOCALES], resources } as never);
  return i18n;
}

function areasOf(folder: string): Readonly<Record<string, unknown>> {
  const files = readdirSync(folder).filter(file => file.endsWith('.json'));
  return Object.fromEntries(
    files.map(file => [path.basename(file, '.json'), JSON.parse(readFileSync(path.join(folder, file), 'utf8'))]),
  );
}
