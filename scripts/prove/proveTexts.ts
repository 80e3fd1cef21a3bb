// npm run prove:texts: checks the texts of every page state in every language. All language files must have the same keys and
// placeholders. No page may show a raw key, an English text in another language, or a text that is cut off at a width of 320 px.
// Options: --short for one brand and two languages, --brand farnwald, --language hu. Any fault fails the run.
import { readdirSync, readFileSync } from 'node:fs';
import type { Locale } from '../../shared/model/locales.ts';
import { LANGUAGES, NARROW, overflows, type Sight, setAppearance } from '../try/walk.ts';
import { report, visitStages } from './proof.ts';

const found: Record<'files' | 'keys' | 'english' | 'cut' | 'browser', string[]> = {
  files: [],
  keys: [],
  english: [],
  cut: [],
  browser: [],
};

/** Returns the texts of a language by key `area.key`. Plural forms count as one key, because their number differs by language. */
function messagesOf(language: Locale): ReadonlyMap<string, string> {
  const areas = readdirSync(`locales/${language}`).map(file => ({
    area: file.replace('.json', ''),
    messages: JSON.parse(readFileSync(`locales/${language}/${file}`, 'utf8')) as Readonly<Record<string, string>>,
  }));
  return new Map(
    areas.flatMap(({ area, messages }) => Object.entries(messages).map(([key, message]) => [`${area}.${key}`, message])),
  );
}
const base = (key: string): string => key.replace(/_(zero|one|two|few|many|other)$/, '');
const placeholders = (message: string): string =>
  [...new Set([...message.matchAll(/\{\{(\w+)\}\}|<(\w+)>/g)].map(([whole]) => whole))].sort().join(' ');

const texts = new Map(LANGUAGES.map(language => [language, messagesOf(language)]));
const german = texts.get('de')!;
for (const [language, messages] of texts) {
  const [mine, theirs] = [new Set([...messages.keys()].map(base)), new Set([...german.keys()].map(base))];
  for (const key of new Set([...mine, ...theirs]))
    if (!mine.has(key) || !theirs.has(key)) found.files.push(`${language}: ${key} is not in both`);
  for (const [key, message] of messages) {
    const other = german.get(key);
    // Only the base form of a plural text is compared, because a plural form may omit its number.
    if (other !== undefined && base(key) === key && placeholders(message) !== placeholders(other))
      found.files.push(`${language}: ${key} has other placeholders`);
  }
}

/**
 * Returns the English texts whose translation into this language differs. If a page in this language shows one of them, a
 * translation is missing.
 */
function englishFor(language: Locale): readonly string[] {
  const own = new Set([...texts.get(language)!.values()].map(plain));
  const english = [...texts.get('en')!.values()].filter(message => !message.includes('{{')).map(plain);
  return english.filter(message => message.length > 3 && !own.has(message));
}
const plain = (message: string): string =>
  message
    .replace(/<\/?\w+>/g, '')
    .replace(/\s+/g, ' ')
    .trim();
const areas = new Set([...german.keys()].map(key => key.split('.')[0]));
const rawKey = new RegExp(`(?<![\\w@/.-])(${[...areas].join('|')})\\.[a-z][A-Za-z]+(\\.[A-Za-z0-9]+)*(?![\\w@/-])`, 'g');

/** Runs in the page: returns all texts that a visitor can read or a screen reader announces. */
function spoken(): string[] {
  const pieces = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode())
    if (!walker.currentNode.parentElement?.closest('script, style, [lang]:not(html)'))
      pieces.push(walker.currentNode.textContent ?? '');
  const named = document.querySelectorAll('[aria-label], [title], [placeholder], [alt]');
  for (const element of named)
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) pieces.push(element.getAttribute(name) ?? '');
  return pieces.map(piece => piece.replace(/\s+/g, ' ').trim()).filter(Boolean);
}

const counts = { pages: 0, pieces: 0 };
async function checkTexts({ page, stage, language }: Sight): Promise<void> {
  const where = `${stage.client} ${stage.name} ${language}`;
  const pieces = await page.evaluate(spoken);
  const english = language === 'en' ? new Set() : new Set(englishFor(language));
  counts.pages += 1;
  counts.pieces += pieces.length;
  for (const piece of pieces) {
    for (const [key] of piece.matchAll(rawKey)) if (!key.includes('example')) found.keys.push(`${where}: ${key}`);
    if (english.has(piece)) found.english.push(`${where}: ${piece}`);
  }
  await setAppearance(page, { scheme: 'light', viewport: NARROW });
  for (const fault of await page.evaluate(overflows)) found.cut.push(`${where}: ${fault}`);
}

const { faults } = await visitStages(checkTexts);
found.browser = [...faults];
report({
  found,
  rows: [
    {
      what: 'messages in eight languages',
      checked: [...texts.values()].reduce((sum, { size }) => sum + size, 0),
      found: found.files.length,
    },
    { what: 'raw keys on pages', checked: counts.pages, found: found.keys.length },
    { what: 'English left over', checked: counts.pieces, found: found.english.length },
    { what: 'cut off or too wide at 320 px', checked: counts.pages, found: found.cut.length },
    { what: 'console, policy, failed requests', checked: counts.pages, found: found.browser.length },
  ],
});
