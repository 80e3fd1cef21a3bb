import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { PROBLEM_PAGES } from '../../client/core/problemTexts.ts';
import { FAILURE, FRAME_STRINGS, ROUTES, STATION_CODE } from '../../client/core/routes.ts';
import { orderProblemText } from '../../client/pages/Payment/order/orderProblems.ts';
import { CANCEL_TEXTS } from '../../client/pages/PaymentReturn/cancelTexts.ts';
import { DEMO_SCRIPTS } from '../../shared/charging/demo.ts';
import { INVOICE_WAITS } from '../../shared/charging/receipt.ts';
import { isWebhookEventType } from '../../shared/console/webhooks.ts';
import { COUNTRIES, LOCALES, type Locale } from '../../shared/model/locales.ts';
import { CURRENCIES } from '../../shared/model/money.ts';
import { PROBLEMS } from '../../shared/model/problem.ts';
import { WEEKDAYS } from '../../shared/model/tariff.ts';
import { LINE_NAMES } from '../../shared/price/lineArithmetic.ts';

type Texts = ReadonlyMap<string, string>;

const FOLDER = 'locales';
const areasOf = (locale: Locale): string[] => readdirSync(path.join(FOLDER, locale)).sort();

/** Returns all texts of a language by 'area.key'. */
function textsOf(locale: Locale): Texts {
  const entries = areasOf(locale).flatMap(file => {
    const area = JSON.parse(readFileSync(path.join(FOLDER, locale, file), 'utf8')) as Record<string, string>;
    return Object.entries(area).map(([key, text]) => [`${path.basename(file, '.json')}.${key}`, text] as const);
  });
  return new Map(entries);
}

const TEXTS: Readonly<Record<Locale, Texts>> = Object.fromEntries(LOCALES.map(locale => [locale, textsOf(locale)])) as never;
const GERMAN = TEXTS.de;

const PLURAL = /_(zero|one|two|few|many|other)$/;
/** Returns a text key without its plural suffix, as the code uses it. */
const baseKey = (key: string): string => key.replace(PLURAL, '');
const pluralKeys = (texts: Texts): string[] =>
  [...new Set([...texts.keys()].filter(key => PLURAL.test(key)).map(baseKey))].sort();
const placeholders = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(match => match[1]!))].sort();
const tags = (text: string): string[] => [...text.matchAll(/<\/?\w+\/?>/g)].map(match => match[0]).sort();

describe('The texts', () => {
  it('exist in exactly the eight languages', () => {
    expect(readdirSync(FOLDER).sort()).toEqual([...LOCALES].sort());
    expect(GERMAN.size).toBeGreaterThan(200);
  });

  describe.each(LOCALES.filter(locale => locale !== 'de'))('in %s', locale => {
    const texts = TEXTS[locale];

    it('are in the same files, under the same keys', () => {
      expect(areasOf(locale)).toEqual(areasOf('de'));
      const keys = (all: Texts) => [...new Set([...all.keys()].map(baseKey))].sort();
      expect(keys(texts)).toEqual(keys(GERMAN));
      expect(pluralKeys(texts)).toEqual(pluralKeys(GERMAN));
    });

    it('speak of the same values and mark the same words', () => {
      for (const [key, text] of texts) {
        const german = GERMAN.get(key) ?? GERMAN.get(`${baseKey(key)}_other`) ?? '';
        expect([key, placeholders(text)]).toEqual([key, placeholders(german)]);
        expect([key, tags(text)]).toEqual([key, tags(german)]);
      }
    });
  });

  it.each(LOCALES)('have every plural form that %s knows, and no other', locale => {
    const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
    const keys = pluralKeys(TEXTS[locale]);
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) {
      const forms = [...TEXTS[locale].keys()].filter(other => baseKey(other) === key && PLURAL.test(other));
      expect([key, forms.map(form => PLURAL.exec(form)![1]!).sort()]).toEqual([key, [...pluralCategories].sort()]);
      expect([key, TEXTS[locale].has(key)]).toEqual([key, false]);
    }
  });

  it.each(LOCALES)('say something in %s: no text is empty, untrimmed or left as a note', locale => {
    for (const [key, text] of TEXTS[locale]) {
      expect([key, typeof text]).toEqual([key, 'string']);
      expect([key, text.trim()]).toEqual([key, text]);
      expect([key, text.length > 0]).toEqual([key, true]);
      expect([key, /\b(TODO|FIXME|XXX)\b|\?\?\?|[Ll]orem/.test(text)]).toEqual([key, false]);
      expect([key, /\{[^{}]*\}(?!\})/.test(text.replace(/\{\{\w+\}\}/g, ''))]).toEqual([key, false]);
    }
  });

  it.each(LOCALES)('close in %s every tag they open', locale => {
    for (const [key, text] of TEXTS[locale]) {
      const open: string[] = [];
      for (const [, slash, name, single] of text.matchAll(/<(\/?)(\w+)(\/?)>/g)) {
        if (single) continue;
        if (slash) expect([key, open.pop()]).toEqual([key, name]);
        else open.push(name!);
      }
      expect([key, open]).toEqual([key, []]);
    }
  });

  it('are real translations: no long text is the same in two languages', () => {
    const same: string[] = [];
    for (const [key, text] of TEXTS.en) {
      if (text.length > 40 && LOCALES.some(locale => locale !== 'en' && TEXTS[locale].get(key) === text)) same.push(key);
    }
    expect(same).toEqual([]);
  });
});

/** All files that may use text keys. */
const SOURCES = globSync('{client,server,shared}/**/*.{ts,tsx}').filter(
  // The console has its own texts, in two languages. Labels have the texts of drivers.
  file => !/\.(test|fixture)\.tsx?$|^(client\/console\/|server\/staff\/(?!stations\/label))/.test(file),
);
const CODE = SOURCES.map(file => ({ file, text: readFileSync(file, 'utf8') }));
const ALL_CODE = CODE.map(({ text }) => text).join('\n');
const AREAS = areasOf('de').map(file => path.basename(file, '.json'));

/** A literal that looks like a key but is a file name or an address. */
const isFile = (literal: string): boolean => /\.(json|tsx?|html|ico|txt)$/.test(literal);

/** The end of the key of a short form, whose whole text is that of the key without this end. */
const SHORT = /\.short$/;

/** A quoted text that begins with the name of an area, and therefore looks like a text key. */
const LITERAL = new RegExp(`['"\`]((?:${AREAS.join('|')})\\.[\\w.-]+)['"\`]`, 'g');
/** A text key with a variable part: t(\`language.\${locale}\`), represented as 'language.*'. */
const TEMPLATE = new RegExp(`\`((?:${AREAS.join('|')})\\.[\\w.-]*\\$\\{[^\`]*?\\}[\\w.-]*)\``, 'g');

/** Names of files and of webhook events look like text keys. */
const isTextKey = (literal: string): boolean => !isFile(literal) && (GERMAN.has(literal) || !isWebhookEventType(literal));

const literals = new Set([...ALL_CODE.matchAll(LITERAL)].map(match => match[1]!).filter(isTextKey));
const templates = new Set([...ALL_CODE.matchAll(TEMPLATE)].map(match => match[1]!.replace(/\$\{.*?\}/g, '*')));

/** Every text key with a variable part, and the values that this part can have. 'all': every key with this beginning is used. */
const PUT_TOGETHER: Readonly<Record<string, readonly string[] | 'all'>> = {
  'fault.kind.*': ['no-start', 'plug', 'screen', 'blocked', 'danger', 'other'],
  'faultLink.*': ['damaged', 'noCar', 'wrong'],
  'freePlugs.to.*': ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'],
  'check.reason.*': 'all',
  'check.record.*': 'all',
  'check.result.*': ['ok', 'problem', 'open'],
  'check.signature.short.*': ['valid', 'invalid', 'unverifiable'],
  'code.*.text': ['old', 'wrong', 'unchecked'],
  'code.*.title': ['old', 'wrong', 'unchecked'],
  'contact.*': ['firstName', 'lastName', 'email', 'emailConfirmation'],
  'demo.script.*': DEMO_SCRIPTS,
  'demo.tile.*': ['connected', 'plugs-in', 'pauses', 'free', 'occupied', 'out-of-order'],
  'estimate.*Avoided': ['blocking', 'occupancy'],
  'estimate.*From': ['blocking', 'occupancy'],
  'estimate.line.*': LINE_NAMES,
  'feed.*': ['whileCharging', 'afterCharging', 'afterChargingFrom'],
  'freeNotice.*': ['refused', 'tooMany', 'unsupported', 'noAnswer', 'failed'],
  'footer.*': ['terms', 'privacy'],
  'goal.*': ['energy', 'amount', 'time'],
  'goal.*.label': ['energy', 'amount', 'time'],
  'goal.error.*': ['energy', 'amount', 'time'],
  'help.*.text': ['cable', 'emergency'],
  'help.*.title': ['cable', 'emergency'],
  'holdTimeline.*': ['held', 'charged', 'released', 'refunded', 'open'],
  'invoice.title.*': ['invoice', 'receipt'],
  'language.*': LOCALES,
  'legal.in.*': LOCALES,
  'notification.*': ['blocking', 'occupancy'],
  'plug.type.*': 'all',
  'push.*': ['refused', 'failed'],
  'receipt.document.*': ['invoice', 'receipt', 'credit-note'],
  'receipt.settled.*': 'all',
  'results.list.*': ['date', 'place', 'energy', 'net', 'vat', 'gross', 'currency', 'kind', 'number'],
  'results.list.kind.*': ['invoice', 'receipt', 'credit-note'],
  'receipt.when.*': INVOICE_WAITS,
  'sandbox.*': ['declined', 'insufficientFunds', 'expiredCard', 'invalidCard', 'invalidEmail'],
  'search.country.*': COUNTRIES,
  'search.currency.*': CURRENCIES,
  'mail.*.button': ['cancelled', 'nothing'],
  'mail.*.fee': ['blocking', 'occupancy'],
  'mail.*.lead': ['blocking', 'cancelled', 'nothing', 'occupancy'],
  'mail.*.subject': ['blocking', 'cancelled', 'nothing', 'occupancy'],
  'session.*': ['running', 'paused'],
  'session.*From': ['blocking', 'occupancy'],
  'session.*Now': ['blocking', 'occupancy'],
  'session.calendar.*': ['blocking', 'occupancy'],
  'session.paused.*': ['full', 'vehicle'],
  'status.*': ['available', 'unavailable', 'occupied', 'charging', 'finishing', 'preparing', 'suspended', 'unknown'],
  'tariff.*Fee': ['time', 'start', 'blocking', 'occupancy'],
  'tariff.day.*': [...WEEKDAYS, 'holiday'],
  'tariff.days.*': ['monday-friday', 'monday-saturday', 'monday-sunday', 'saturday-sunday'],
  'unusable.*': ['busy', 'off', 'offline'],
  'unusable.now.*': ['charging', 'busy', 'off', 'switchedOff', 'offline'],
  'unusable.since.*': ['charging', 'busy', 'off', 'switchedOff'],
  'theme.*': ['auto', 'light', 'dark'],
  'toast.*': ['error', 'warning', 'success', 'info'],
};

const keysOf = (pattern: string, values: readonly string[] | 'all'): string[] => {
  const beginning = pattern.replace('*', '');
  return values === 'all'
    ? [...GERMAN.keys()].filter(key => key.startsWith(beginning))
    : values.map(value => pattern.replace('*', value));
};
const exists = (key: string): boolean => GERMAN.has(key) || GERMAN.has(`${key}_other`);

describe('Every key', () => {
  it('that is spoken exists', () => {
    expect(literals.size).toBeGreaterThan(150);
    expect([...literals].filter(key => !exists(key)).sort()).toEqual([]);
  });

  it('that is put together is listed here with everything it can become, and all of that exists', () => {
    expect([...templates].sort()).toEqual(Object.keys(PUT_TOGETHER).sort());
    for (const [pattern, values] of Object.entries(PUT_TOGETHER)) {
      const keys = keysOf(pattern, values);
      expect([pattern, keys.length > 1]).toEqual([pattern, true]);
      for (const key of keys) expect([key, exists(key)]).toEqual([key, true]);
    }
  });

  it('that exists is spoken somewhere', () => {
    const spoken = new Set([
      ...literals,
      ...Object.entries(PUT_TOGETHER).flatMap(([pattern, values]) => keysOf(pattern, values)),
    ]);
    const isSpoken = (key: string) => spoken.has(key) || spoken.has(key.replace(SHORT, ''));
    expect([...new Set([...GERMAN.keys()].map(baseKey))].filter(key => !isSpoken(key)).sort()).toEqual([]);
  });

  it.each(LOCALES)('of a short form, as error summaries have, is a text of one line on a narrow phone in %s', locale => {
    const short = [...TEXTS[locale]].filter(([key]) => SHORT.test(key));
    expect(short.length).toBeGreaterThan(10);
    expect(short.filter(([, text]) => text.length > 32)).toEqual([]);
  });

  it('of a problem has words: on its page and in a form', () => {
    for (const code of PROBLEMS) {
      const { title, text } = PROBLEM_PAGES[code];
      for (const key of [title, text, orderProblemText(code)]) expect([code, key, exists(key)]).toEqual([code, key, true]);
    }
    for (const key of Object.values(CANCEL_TEXTS)) expect([key, exists(key)]).toEqual([key, true]);
  });
});

describe('Every page', () => {
  it('brings areas that exist, and each area is brought by a page or spoken by the server', () => {
    const brought = new Set([...FRAME_STRINGS, ...[...ROUTES, FAILURE, STATION_CODE].flatMap(({ strings }) => strings)]);
    for (const area of brought) expect([area, AREAS.includes(area)]).toEqual([area, true]);
    const server = CODE.filter(({ file }) => file.startsWith('server/') || file === 'client/core/routes.ts')
      .map(({ text }) => text)
      .join('\n');
    for (const area of AREAS) {
      const isSpokenByServer = server.includes(`'${area}.`) || server.includes(`\`${area}.`);
      expect([area, brought.has(area) || isSpokenByServer]).toEqual([area, true]);
    }
  });
});

describe('Icons', () => {
  it('that pages may name are exactly those that are drawn', async () => {
    const { ICON_NAMES } = await import('../../scripts/build/sprite.ts');
    const source = readFileSync('client/components/text/Icon.tsx', 'utf8');
    const union = /export type IconName =([\s\S]*?);/.exec(source)?.[1] ?? '';
    const named = [...union.matchAll(/'([\w-]+)'/g)].map(match => match[1]!);
    expect(named.length).toBeGreaterThan(20);
    expect([...named].sort()).toEqual([...ICON_NAMES].sort());
    expect(new Set(ICON_NAMES).size).toBe(ICON_NAMES.length);
  });
});
