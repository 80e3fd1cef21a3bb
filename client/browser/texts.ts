import type { Locale } from '../../shared/model/locales.ts';

/**
 * The texts of one area, that is of one file of locales/. The keys lack the name of the area: 'title' instead of
 * 'payment.title'.
 */
type Area = Readonly<Record<string, string>>;
/** The texts of several areas, by the name of the area. */
export type Areas = Readonly<Record<string, Area>>;
type Values = Readonly<Record<string, unknown>>;

export interface Texts {
  has(area: string): boolean;
  add(area: string, texts: Area): void;
  /**
   * Returns the text of a key with its {{placeholders}} replaced. `count` selects the plural form.
   * @returns the key itself if the text is missing
   */
  t(key: string, values?: Values): string;
}

const PLACEHOLDER = /{{(\w+)}}/g;

/**
 * Creates a `t` function that returns the same texts as i18next on the server. `areas` are the texts in the document; texts of
 * later pages are added.
 */
export function createTexts(locale: Locale, areas: Areas): Texts {
  const known = new Map(Object.entries(areas));
  const plurals = new Intl.PluralRules(locale);
  return {
    has: area => known.has(area),
    add: (area, texts) => known.set(area, texts),
    t(key, values = {}) {
      const [area = ''] = key.split('.', 1);
      const texts = known.get(area);
      const rest = key.slice(area.length + 1);
      const { count } = values;
      const plural = typeof count === 'number' ? texts?.[`${rest}_${plurals.select(count)}`] : undefined;
      const text = plural ?? texts?.[rest] ?? key;
      return text.replace(PLACEHOLDER, (_, name: string) => String(values[name] ?? ''));
    },
  };
}
