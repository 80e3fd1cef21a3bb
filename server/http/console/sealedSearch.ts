import type { ConsolePage, ConsoleRequest } from '../../../client/console/core/consolePage.ts';
import type { Secret } from '../../../shared/util/secret.ts';
import { decrypted, encrypted } from '../../platform/sealed.ts';

type Words = Readonly<Record<string, string>>;

/** Where an address has what was typed of people, sealed. */
const SEALED = 'for';
/** Longer than what is typed into all fields of a form; longer ones are not ours. */
const MAX_SEALED_LENGTH = 2000;
const MAX_TYPED_LENGTH = 120;
/** Its length tells nothing of what is in it. */
const BLOCK = 96;

/** What somebody has typed of people, as a piece of an address that only their own sign-in opens. */
export interface SealedSearch {
  seal(typed: Words): string;
  /** Null: sealed in another sign-in, under a secret that is gone, or by nobody here. */
  open(sealed: string): Words | null;
}

/**
 * The key is made of SECRET and of the sign-in, of which the database has a hash only: with the sign-in goes what was looked for, and
 * whoever has the log, the database and SECRET cannot read it. Nothing is kept, so any process opens it, also after a restart.
 */
export function createSealedSearch({ secret, signIn }: { secret: Secret; signIn: string }): SealedSearch {
  const key = { secret, purpose: `operator-look-up:${signIn}` };
  return {
    seal(typed) {
      const text = JSON.stringify(typed);
      const blocks = Math.ceil(Buffer.byteLength(text) / BLOCK);
      return encrypted(text + ' '.repeat(blocks * BLOCK - Buffer.byteLength(text)), key);
    },
    open(sealed) {
      if (sealed.length > MAX_SEALED_LENGTH) return null;
      try {
        return JSON.parse(decrypted(sealed, key)) as Words;
      } catch {
        return null;
      }
    },
  };
}

/** What a page is asked with, or the address that says the same with what was typed sealed; `again`: nobody can open it any more. */
type ResolvedSearch = Pick<ConsoleRequest, 'query' | 'sealed' | 'search'> | { go: string } | { again: string };

/**
 * What is asked of a page; `typed`: a form was sent. One that only looks changes nothing and needs no token, so a page that has long
 * been open loses nothing. What somebody has written into the address themselves is sealed from then on.
 */
export function resolveSearch(
  page: ConsolePage,
  { typed, query }: { typed: Words | null; query: Words },
  sealedSearches: SealedSearch,
): ResolvedSearch {
  const addressFor: ConsoleRequest['search'] = (to, values) => searchAddress(to, values, sealedSearches);
  if (typed && page.typed && !page.post) return { go: addressFor(page, typed) };
  const { [SEALED]: sealed, ...plain } = query;
  if (page.typed?.some(name => plain[name])) return { go: addressFor(page, plain) };
  if (!page.typed || !sealed) return { query: plain, sealed: null, search: addressFor };
  const opened = sealedSearches.open(sealed);
  if (!opened) return { again: `/operator${page.path.replace(/\.csv$/, '')}` };
  return { query: { ...plain, ...opened }, sealed, search: addressFor };
}

/** The address of a page that is asked with these values. */
function searchAddress({ path, typed = [] }: ConsolePage, values: Words, sealedSearches: SealedSearch): string {
  const filled = Object.entries(values).filter(([, value]) => value.trim() !== '');
  const [hidden, plain] = [true, false].map(isTyped => filled.filter(([name]) => typed.includes(name) === isTyped));
  const cut = (hidden ?? []).map(([name, value]) => [name, value.trim().slice(0, MAX_TYPED_LENGTH)]);
  const query = new URLSearchParams(plain);
  if (cut.length > 0) query.set(SEALED, sealedSearches.seal(Object.fromEntries(cut)));
  return `/operator${path}${query.size > 0 ? `?${query}` : ''}`;
}
