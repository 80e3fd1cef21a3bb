import type { ConsolePage, ConsoleRequest } from '../../../client/console/core/consolePage.ts';
import type { Secret } from '../../../shared/util/secret.ts';
import { decrypted, encrypted } from '../../platform/sealed.ts';

type Words = Readonly<Record<string, string>>;

/** Query parameter with the encrypted search terms that may be personal data. */
const SEALED = 'for';
/** Maximum length of encrypted search terms. Even a form with every field filled stays below it. */
const MAX_SEALED_LENGTH = 2000;
const MAX_TYPED_LENGTH = 120;
/** Block size in bytes. The text is padded to whole blocks, so that the length of a URL does not reveal the search terms. */
const BLOCK = 96;

/** Encrypts search terms about people for use in a URL. Only the sign-in that encrypted them can decrypt them. */
export interface SealedSearch {
  seal(typed: Words): string;
  /** Returns the search terms. Null if they were encrypted by another sign-in, with an earlier SECRET, or not by this console. */
  open(sealed: string): Words | null;
}

/**
 * Creates the encryption for one sign-in. The key is derived from SECRET and the sign-in token. After sign-out nobody can
 * decrypt search terms in logs, even with SECRET, because the database stores only a hash of the token.
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

/**
 * Either the query of the page; or `go`, a URL with encrypted terms to redirect to; or `again`, the URL of the empty search page
 * because the terms can no longer be decrypted.
 */
type ResolvedSearch = Pick<ConsoleRequest, 'query' | 'sealed' | 'search'> | { go: string } | { again: string };

/**
 * Resolves the search terms of a request. `typed` contains the fields of a submitted form; a search changes nothing, so it needs
 * no form token. If a URL contains terms about people in clear text, a redirect encrypts them.
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

/** Returns the URL of a page with the given values. Values about people are encrypted. */
function searchAddress({ path, typed = [] }: ConsolePage, values: Words, sealedSearches: SealedSearch): string {
  const filled = Object.entries(values).filter(([, value]) => value.trim() !== '');
  const [hidden, plain] = [true, false].map(isTyped => filled.filter(([name]) => typed.includes(name) === isTyped));
  const cut = (hidden ?? []).map(([name, value]) => [name, value.trim().slice(0, MAX_TYPED_LENGTH)]);
  const query = new URLSearchParams(plain);
  if (cut.length > 0) query.set(SEALED, sealedSearches.seal(Object.fromEntries(cut)));
  return `/operator${path}${query.size > 0 ? `?${query}` : ''}`;
}
