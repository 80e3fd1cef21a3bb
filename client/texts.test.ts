import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { createInstance } from 'i18next';
import { I18N_OPTIONS, TEXTS } from '../shared/i18n.ts';
import { LOCALES, type Locale } from '../shared/locales.ts';
import { type Area, createTexts } from './texts.ts';

const areasOf = (locale: Locale): Record<string, Area> =>
  Object.fromEntries(
    readdirSync(`locales/${locale}`).map(file => [
      file.replace('.json', ''),
      JSON.parse(readFileSync(`locales/${locale}/${file}`, 'utf8')) as Area,
    ]),
  );

/** A value for every placeholder, some of them awkward. */
const valuesOf = (message: string) =>
  Object.fromEntries(
    [...message.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = ''], place) => [name, [`$& ${name} <b>`, 42, 0.5][place % 3]]),
  );

test.each(LOCALES)('the browser says what the server says: %s', locale => {
  const areas = areasOf(locale);
  const i18n = createInstance();
  void i18n.init({ ...I18N_OPTIONS, lng: locale, resources: { [locale]: { [TEXTS]: areas } } } as never);
  const { t } = createTexts({ locale, areas }).i18n;
  for (const [area, messages] of Object.entries(areas)) {
    for (const [name, message] of Object.entries(messages)) {
      const values = valuesOf(message);
      expect(t(`${area}.${name}`, values)).toBe(i18n.t(`${area}.${name}`, values));
      const plural = /^(.*)_(?:one|other|many|few)$/.exec(name)?.[1];
      if (plural === undefined) continue;
      for (const count of [0, 1, 2, 5, 21, 1000]) {
        expect(t(`${area}.${plural}`, { count })).toBe(i18n.t(`${area}.${plural}`, { count }));
      }
    }
  }
  expect(t('no.such.key')).toBe('no.such.key');
});

test('texts that come later are there at once', () => {
  const texts = createTexts({ locale: 'en', areas: {} });
  expect(texts.has('home')).toBe(false);
  texts.add('home', { title: 'Hello' });
  expect(texts.i18n.t('home.title')).toBe('Hello');
});
