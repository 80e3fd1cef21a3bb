import { createHash } from 'node:crypto';
import type { Locale } from '../../../shared/model/locales.ts';
import type { ClientRecord } from '../records/records.ts';
import type { Multilingual } from './energyPrices.ts';

// Parts that table and status have in common. Names and spelling are those of the AFIR profile 01-00-00 of DATEX II 3.

export const PAYLOAD = { modelBaseVersionG: '3', profileNameG: 'AFIR Energy Infrastructure', profileVersionG: '01-00-00' };

/** A brand, as far as its feed states the brand. */
export type FeedClient = Pick<
  ClientRecord,
  'id' | 'name' | 'parties' | 'languages' | 'mainLanguage' | 'supplier' | 'supportPhone' | 'supportEmail' | 'vat'
>;

/** Id of the operator: its first party, for example 'DE*ABC'. */
export const operatorIdOf = ({ parties }: FeedClient): string => parties[0] ?? '';

/** @param isTest true for simulated stations, whose data no reader should show */
export const publicationHead = (client: FeedClient, { at, isTest }: { at: string; isTest: boolean }) => ({
  lang: client.mainLanguage,
  publicationTime: at,
  publicationCreator: { country: operatorIdOf(client).slice(0, 2), nationalIdentifier: operatorIdOf(client) },
  headerInformation: {
    confidentiality: { value: 'noRestriction' },
    informationStatus: { value: isTest ? 'test' : 'real' },
  },
});

export const inLanguage = (lang: Locale, value: string): Multilingual => ({ values: [{ lang, value }] });

/** Writes a text in all languages of a brand, the main language first, because many readers take the first text. */
export const inAllLanguages = (
  { mainLanguage, languages }: Pick<FeedClient, 'mainLanguage' | 'languages'>,
  write: (lang: Locale) => string,
): Multilingual => ({
  values: [...new Set([mainLanguage, ...languages])].map(lang => ({ lang, value: write(lang) })),
});

/**
 * Returns a time in UTC without fractions of a second. Times of changes are in UTC, because a conversion to local time would take
 * longer than the rest of a status.
 */
export const utc = (epochMs: number): string => `${new Date(epochMs).toISOString().slice(0, 19)}Z`;

/**
 * Adds `versionG`: the first 12 hexadecimal digits of the SHA-256 of the content, with the versions of the objects below. The same
 * content has the same version in every process and after a restore. The time of the last change is no part of the version.
 */
export function versioned<T extends { idG: string }>(object: T): T & { versionG: string } {
  const { idG, ...content } = object;
  return { ...object, versionG: shortHash(JSON.stringify([idG, content], hashed)) };
}

/** Leaves out times of changes, and replaces objects below by their version. */
function hashed(key: string, value: unknown): unknown {
  if (key === 'lastUpdated') return undefined;
  return typeof value === 'object' && value !== null && 'versionG' in value ? value.versionG : value;
}

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);
