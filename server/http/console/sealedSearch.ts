import type { ConsolePage, ConsoleRequest } from '../../../client/console/core/consolePage.ts';
import type { Secret } from '../../../shared/util/secret.ts';
import { decrypted, encrypted } from '../../platform/sealed.ts';

type Words = Readonly<Record<string, string>>;

/** Query parameter with the sealed search terms about people. */
const SEALED = 'for';
/** Maximum length of sealed terms. The console never creates longer ones, even from a form with every field filled. */
const MAX_SEALED_LENGTH = 2000;
const MAX_TYPED_LENGTH = 120;
/** Bytes. The text is padded to whole blocks, so that the length of an address does not reveal the search terms. */
const BLOCK = 96;

/** Encrypts search terms about people for use in an address. Only the sign-in that sealed the terms can open them. */
export interface SealedSearch {
  seal(typed: Words): string;
  /** Null if the text was sealed in another sign-in, with an earlier SECRET, or not by this console. */
  open(sealed: string): Words | null;
}

/**
 * Derives the key from SECRET and from the sign-in token, of which the database stores only a hash. After the sign-in has ended,
 * the log, the database and SECRET together are not enough to read the terms. Nothing is stored, so every process can open the
 * terms, also after a restart.
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
 * The query of a page; or `go`, the address with sealed terms to redirect to; or `again`, the empty search page if the terms
 * cannot be opened any more.
 */
type ResolvedSearch = Pick<ConsoleRequest, 'query' | 'sealed' | 'search'> | { go: string } | { again: string };

/**
 * Resolves the search terms of a request. `typed` holds the fields of a submitted form. A search changes nothing and needs no
 * form token, so a page that has been open for a long time still works. Terms about people that are in the address in clear text
 * are sealed by a redirect.
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

/** The address of a page with these values, of which those about people are sealed. */
function searchAddress({ path, typed = [] }: ConsolePage, values: Words, sealedSearches: SealedSearch): string {
  const filled = Object.entries(values).filter(([, value]) => value.trim() !== '');
  const [hidden, plain] = [true, false].map(isTyped => filled.filter(([name]) => typed.includes(name) === isTyped));
  const cut = (hidden ?? []).map(([name, value]) => [name, value.trim().slice(0, MAX_TYPED_LENGTH)]);
  const query = new URLSearchParams(plain);
  if (cut.length > 0) query.set(SEALED, sealedSearches.seal(Object.fromEntries(cut)));
  return `/operator${path}${query.size > 0 ? `?${query}` : ''}`;
}
