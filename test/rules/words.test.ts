import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { LOCALES, type Locale } from '../../shared/model/locales.ts';

/** Returns each text of a language with its 'area.key'. */
function textsOf(locale: Locale): readonly (readonly [key: string, text: string])[] {
  const folder = path.join('locales', locale);
  return readdirSync(folder).flatMap(file => {
    const area = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Record<string, string>;
    return Object.entries(area).map(([key, text]) => [`${path.basename(file, '.json')}.${key}`, text] as const);
  });
}

/** Keys of English texts whose wording the specification prescribes, even where it differs from the glossary. */
const SPECIFIED: ReadonlySet<string> = new Set([
  'results.title',
  'search.none.title',
  'session.error.cancel',
  'session.error.status',
  'validation.email.invalid',
  'validation.card',
  'validation.price',
]);

interface Forbidden {
  word: RegExp;
  /** The word to use in its place, or why the word is forbidden. */
  reason: string;
}

/** Words that texts must not contain, from docs/glossary.md. */
const FORBIDDEN: Readonly<Record<Locale, readonly Forbidden[]>> = {
  de: [
    { word: /Säule/i, reason: 'Ladestation' },
    { word: /Rechnung auf ein|für ein Unternehmen/, reason: 'Firmenrechnung' },
    { word: /Ladesitzung|Ladeprozess/, reason: 'Ladevorgang' },
    { word: /^Geben Sie .* ein(,|$)/, reason: 'Bitte geben Sie: as everywhere' },
  ],
  en: [
    { word: /canceled|canceling/, reason: 'cancelled: British, as everywhere' },
    { word: /charging process/i, reason: 'charging session' },
    { word: /please (also )?enter/i, reason: 'Enter …' },
    { word: /contract partner/i, reason: 'contracting party' },
    { word: /invoice to a company/i, reason: 'company invoice' },
    { word: /your limit|highest amount is/i, reason: 'maximum' },
  ],
  fr: [
    { word: /points? de recharge|\bstations?\b/i, reason: 'borne: a driver knows no other' },
    { word: /\bla prise|\bprise (est|encore|libre)/i, reason: 'connecteur; prise is a socket at home' },
    { word: /partenaire contractuel/i, reason: 'cocontractant' },
    { word: /réservé|à réserver/i, reason: 'préautorisé' },
    { word: /Veuillez saisir/, reason: 'Saisissez, as everywhere' },
    { word: /vraiment/i, reason: 'word for word from German' },
    { word: /(?<![\p{L}])(tu|ton|ta|tes|peux)(?![\p{L}])/iu, reason: 'vous' },
  ],
  nl: [
    { word: /laadpunt|station/i, reason: 'laadpaal' },
    { word: /voertuig/i, reason: 'auto' },
    { word: /contractpartner/i, reason: 'contractpartij' },
    { word: /\b(je|jij|jouw)\b/i, reason: 'u' },
  ],
  da: [
    { word: /ladepunkt|station/i, reason: 'ladestander' },
    { word: /køretøj/i, reason: 'bil' },
    { word: /venligst/i, reason: 'stiff: the imperative is polite enough' },
    { word: /\bAnnuller\b/, reason: 'Annullér' },
    { word: /refunder/i, reason: 'betalt tilbage' },
  ],
  hu: [
    { word: /cég részére/i, reason: 'céges számla' },
    { word: /szerződő partner/i, reason: 'szerződő fél' },
    { word: /ettől az időponttól|\bórakor/i, reason: 'órától, -kor: as one says a time' },
    { word: /a\(z\)/i, reason: 'a form letter: put the sentence so that no article is needed' },
    { word: /legnagyobb összeg/i, reason: 'felső határ' },
  ],
  it: [
    { word: /colonnina/i, reason: 'stazione' },
    { word: /riservat/i, reason: 'preautorizzato' },
    { word: /(?<!^)(?<![.?:] )\bSu[ao]\b/, reason: 'suo, sua: small' },
    { word: /\b(tu|tuo|tua|tuoi|puoi|devi|hai)\b/i, reason: 'the polite form' },
    {
      word: /(?<![\p{L}’])(Riprova|Scarica|Apri|Annulla(?! il documento)|Modifica|Copia|Salva|Invia|Inserisci|Scegli|Usa|Torna|Vai|Chiudi|Stampa|Continua|Mostra)(?![\p{L}])/u,
      reason: 'an infinitive on buttons, the polite form in sentences',
    },
    { word: /(^|[.] )(Riprovare|Inserire|Controllare|Scegliere|Usare|Selezionare)( [^?]*)?\.$/, reason: 'the polite form' },
  ],
  es: [
    { word: /(?<![\p{L}])(la|una|su|de) carga(?![\p{L}])/iu, reason: 'recarga' },
    { word: /(?<![\p{L}])reserv/iu, reason: 'preautorizado' },
    { word: /a esta hora|de verdad/i, reason: 'a partir de las …' },
    { word: /(?<![\p{L}])(tu|tus|puedes|tienes)(?![\p{L}])/iu, reason: 'usted' },
  ],
};

/** Returns true if the text follows French typography. */
const isFrench = (text: string): boolean =>
  !/(?<!\u00a0):(?=\s|$)/.test(text) && !/(?<!\u202f)[;?!](?=\s|$|<)/.test(text) && !/[«»]/.test(text);

describe.each(LOCALES)('The words in %s', locale => {
  const texts = textsOf(locale);

  it('are those of docs/glossary.md', () => {
    const wrong = texts.flatMap(([key, text]) =>
      locale === 'en' && SPECIFIED.has(key)
        ? []
        : FORBIDDEN[locale].filter(({ word }) => word.test(text)).map(({ reason }) => `${key}: ${text} (${reason})`),
    );
    expect(wrong).toEqual([]);
  });

  it('that docs/glossary.md names are spoken', () => {
    const [, section = ''] = readFileSync('docs/glossary.md', 'utf8').split('## Words for drivers\n');
    const [names = [], , ...rows] = (section.split('\n## ')[0] ?? '')
      .split('\n')
      .filter(line => line.startsWith('|'))
      .map(line => line.split('|').map(cell => cell.trim()));
    const at = names.indexOf(locale);
    expect([at > 0, rows.length > 10]).toEqual([true, true]);
    const all = texts.map(([, text]) => text.toLowerCase()).join('\n');
    expect(rows.map(row => row[at] ?? '').filter(word => word === '' || !all.includes(word.toLowerCase()))).toEqual([]);
  });

  it('stand right before an ellipsis, and one sentence alone has no half a stop', () => {
    expect(texts.filter(([, text]) => /\s…/.test(text))).toEqual([]);
    // Finds two sentences of which only the first one ends with a full stop.
    expect(texts.filter(([, text]) => /\p{L}{3}\. \p{Lu}\S* [^.!?:…]*\p{L}$/u.test(text) && !text.includes('{{'))).toEqual([]);
  });

  it('are set as printers set them', () => {
    const wrong =
      locale === 'fr' ? texts.filter(([, text]) => !isFrench(text)) : texts.filter(([, text]) => /\s[:;?!]/.test(text));
    expect(wrong).toEqual([]);
  });
});

describe('These rules', () => {
  const isForbidden = (locale: Locale, text: string): boolean => FORBIDDEN[locale].some(({ word }) => word.test(text));

  it.each([
    ['de', 'Rechnung auf ein Unternehmen'],
    ['en', 'Your charging process is starting'],
    ['en', 'The session was canceled.'],
    ['fr', 'Choisir le point de recharge'],
    ['nl', 'Kies een laadpunt'],
    ['da', 'Vælg ladepunkt'],
    ['hu', 'Ettől az időponttól fizetendő: 07:34'],
    ['it', 'Riprova'],
    ['it', 'La ricerca non è riuscita. Riprovare.'],
    ['es', 'empieza a esta hora: 07:34'],
  ] as const)('find in %s: %s', (locale, text) => {
    expect(isForbidden(locale, text)).toBe(true);
  });

  it('leave good words alone', () => {
    const good: readonly [Locale, string][] = [
      ['it', 'Il suo limite'],
      ['it', 'La sua ricevuta'],
      ['es', 'Detener la recarga'],
      ['fr', 'TVA comprise'],
      ['da', 'Annullerer dokument 7'],
    ];
    expect(good.filter(([locale, text]) => isForbidden(locale, text))).toEqual([]);
    expect(isFrench('Arrêter la recharge\u202f?')).toBe(true);
    expect(isFrench('Arrêter la recharge ?')).toBe(false);
    expect(isFrench('Aide : 7')).toBe(false);
  });
});
