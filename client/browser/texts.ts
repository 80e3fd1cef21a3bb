import type { Locale } from '../../shared/model/locales.ts';

/** Texts of one area, by the part of the key after the area. The format is that of a file in locales/. */
type Area = Readonly<Record<string, string>>;
/** Areas by name, which is the first part of a key. */
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

/** Creates `t` with the same results as i18next on the server. The texts come with the document and with later pages. */
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
