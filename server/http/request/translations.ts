import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInstance, type i18n as I18n } from 'i18next';
import { I18N_OPTIONS, TEXTS } from '../../../shared/charging/i18n.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../../../shared/model/locales.ts';

/**
 * Reads the texts of all languages at start, from {locale}/{area}.json, or from {locale}.json in a build. The file of a build is
 * parsed only when its language is first used.
 */
export function readTexts(folder: string): I18n {
  const resources = {};
  for (const locale of LOCALES) {
    const parse = textsOf(folder, locale);
    const define = (shape: PropertyDescriptor) =>
      Object.defineProperty(resources, locale, { enumerable: true, configurable: true, ...shape });
    define({
      get() {
        const value = { [TEXTS]: parse() };
        define({ value });
        return value;
      },
    });
  }
  const i18n = createInstance();
  void i18n.init({ ...I18N_OPTIONS, lng: DEFAULT_LOCALE, preload: [...LOCALES], resources } as never);
  return i18n;
}

type Areas = Readonly<Record<string, unknown>>;

function textsOf(folder: string, locale: Locale): () => Areas {
  const whole = path.join(folder, `${locale}.json`);
  if (!existsSync(whole)) {
    const areas = areasOf(path.join(folder, locale));
    return () => areas;
  }
  const text = readFileSync(whole, 'utf8');
  return () => JSON.parse(text) as Areas;
}

function areasOf(folder: string): Areas {
  const files = readdirSync(folder).filter(file => file.endsWith('.json'));
  return Object.fromEntries(
    files.map(file => [path.basename(file, '.json'), JSON.parse(readFileSync(path.join(folder, file), 'utf8'))]),
  );
}

export type TextsIn = (locale: Locale) => I18n;

/** Creates one i18next instance per language, which all requests share. */
export function createTextsIn(texts: I18n): TextsIn {
  const cache = new Map<Locale, I18n>();
  return locale => {
    const known = cache.get(locale);
    if (known) return known;
    const made = withReadyTexts(texts.cloneInstance({ lng: locale }), locale);
    cache.set(locale, made);
    return made;
  };
}

type Template = (values: Readonly<Record<string, unknown>>) => string | null;
type Translate = (key: string | readonly string[], values?: Readonly<Record<string, unknown>>) => string;

/** Options of i18next that are not values to insert into a text. Calls with one of them are passed on to i18next. */
const OPTIONS = ['count', 'context', 'ordinal', 'lng', 'lngs', 'ns', 'defaultValue', 'replace', 'returnObjects', 'returnDetails'];

/** Precompiles simple texts, because a call of i18next is slow. Plurals and texts with other syntax still go through i18next. */
function withReadyTexts(i18n: I18n, locale: Locale): I18n {
  const ready = new Map<string, Template>();
  addReady(ready, '', i18n.getResourceBundle(locale, TEXTS));
  const getFixedT = i18n.getFixedT.bind(i18n);
  const translate = getFixedT(locale, TEXTS) as unknown as Translate;
  const lookup: Translate = (key, values = {}) => {
    const template = typeof key === 'string' && !OPTIONS.some(option => option in values) ? ready.get(key) : undefined;
    return template?.(values) ?? translate(key, values);
  };
  const t = Object.assign(lookup, { lng: locale, ns: TEXTS });
  i18n.getFixedT = ((lng: unknown, ns: unknown, prefix?: string) =>
    prefix === undefined && (lng === null || lng === locale) && isOurs(ns)
      ? t
      : getFixedT(...([lng, ns, prefix] as Parameters<typeof getFixedT>))) as typeof i18n.getFixedT;
  return i18n;
}

const isOurs = (ns: unknown): boolean => (Array.isArray(ns) ? ns.length === 1 && ns[0] === TEXTS : ns === TEXTS || ns === null);

function addReady(ready: Map<string, Template>, prefix: string, texts: unknown): void {
  for (const [name, text] of Object.entries(texts as Readonly<Record<string, unknown>>)) {
    if (typeof text !== 'string') addReady(ready, `${prefix}${name}.`, text);
    else if (isPlain(text)) ready.set(prefix + name, compileTemplate(text.split(VALUE)));
  }
}

const VALUE = /\{\{(\w+)\}\}/;
/** Whether a text only contains simple values: no references to other texts, no formats, no nested paths. */
const isPlain = (text: string): boolean => !/\$t\(|\{\{|\}\}/.test(text.replaceAll(new RegExp(VALUE, 'g'), ''));

/**
 * Compiles a text that was split at its placeholders, so every second part is the name of a value. The template returns null if
 * a value is missing.
 */
function compileTemplate([first = '', ...parts]: readonly string[]): Template {
  if (parts.length === 0) return () => first;
  return values => {
    let result = first;
    for (let place = 0; place < parts.length; place += 2) {
      const value = values[parts[place] ?? ''];
      if (typeof value !== 'string' && typeof value !== 'number') return null;
      result += value + (parts[place + 1] ?? '');
    }
    return result;
  };
}
