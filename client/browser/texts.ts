import type { Locale } from '../../shared/model/locales.ts';

/** Texts of one area by the rest of their key, as its file in locales/ has them. */
type Area = Readonly<Record<string, string>>;
/** Areas by their name: the first word of a key. */
export type Areas = Readonly<Record<string, Area>>;
type Values = Readonly<Record<string, unknown>>;

export interface Texts {
  has(area: string): boolean;
  add(area: string, texts: Area): void;
  /** In words, with what stands in {{brackets}}; `count` chooses a plural. A text that is missing shows its key. */
  t(key: string, values?: Values): string;
}

const PLACEHOLDER = /{{(\w+)}}/g;

/** What the server's i18next answers, from the texts that came with the document and those of later pages. */
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
