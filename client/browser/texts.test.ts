import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { createInstance } from 'i18next';
import { I18N_OPTIONS, TEXTS } from '../../shared/charging/i18n.ts';
import { LOCALES, type Locale } from '../../shared/model/locales.ts';
import { type Areas, createTexts } from './texts.ts';

const areasOf = (locale: Locale): Areas =>
  Object.fromEntries(
    readdirSync(`locales/${locale}`).map(file => [
      file.replace('.json', ''),
      JSON.parse(readFileSync(`locales/${locale}/${file}`, 'utf8')),
    ]),
  );

const COUNTS = [0, 1, 2, 5, 21, 1_000_000];

test.each(LOCALES)('a browser says every text as the server does: %s', locale => {
  const areas = areasOf(locale);
  const server = createInstance();
  void server.init({ ...I18N_OPTIONS, lng: locale, resources: { [locale]: { [TEXTS]: areas } } });
  const { t } = createTexts(locale, areas);
  const keys = Object.entries(areas).flatMap(([area, texts]) => Object.keys(texts).map(rest => `${area}.${rest}`));
  const baseKeys = new Set(keys.map(key => key.replace(/_(zero|one|two|few|many|other)$/, '')));
  const placeholders = [...JSON.stringify(areas).matchAll(/{{(\w+)}}/g)].map(([, name = '']) => name);
  const values = Object.fromEntries(placeholders.map(name => [name, `<${name} $& {{amount}}>`]));
  for (const key of baseKeys) {
    for (const count of COUNTS) expect(t(key, { ...values, count })).toBe(server.t(key, { ...values, count }));
  }
});

test('a text of a later page is there once it was added, and one that is missing shows its key', () => {
  const texts = createTexts('en', {});
  expect(texts.t('chart.title')).toBe('chart.title');
  expect(texts.has('chart')).toBe(false);
  texts.add('chart', { title: 'Power' });
  expect(texts.t('chart.title')).toBe('Power');
  expect(texts.has('chart')).toBe(true);
});
