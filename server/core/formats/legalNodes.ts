import { LRUCache } from 'lru-cache';
import sanitizeHtml from 'sanitize-html';
import { LEGAL_TAGS, type LegalNode, type LegalTag } from '../../../shared/model/legal.ts';

/** Maximum number of cached legal texts. Each parsed text takes some kilobytes of memory. */
const MAX_CACHED_TEXTS = 200;
const treeOf = new LRUCache<string, readonly LegalNode[]>({ max: MAX_CACHED_TEXTS, memoMethod: parsed });

/**
 * Converts the HTML of a brand's legal text into a tree of allowed elements, cached by text. Other elements are removed, but
 * their text stays.
 */
export const legalNodes = (html: string): readonly LegalNode[] => treeOf.memo(html);

function parsed(html: string): LegalNode[] {
  const clean = sanitizeHtml(html, {
    allowedTags: [...LEGAL_TAGS, 'h1'],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    // An h1 of the legal text becomes h2, because the page has its own h1.
    transformTags: { h1: 'h2', b: 'strong', i: 'em' },
  });
  return parse(clean);
}

const isLegalTag = (tag: string): tag is LegalTag => LEGAL_TAGS.some(each => each === tag);

/** Parses the output of the sanitiser, which is well-formed and contains only allowed tags. */
function parse(clean: string): LegalNode[] {
  const root: LegalNode[] = [];
  const open: { tag: string; children: LegalNode[] }[] = [{ tag: '', children: root }];
  for (const [, closing, tag = '', attributes = '', words] of clean.matchAll(/<(\/?)([a-z0-9]+)([^>]*)>|([^<]+)/g)) {
    const parent = open.at(-1) ?? { tag: '', children: root };
    if (words !== undefined) {
      if (words.trim() !== '' || parent.tag !== '') parent.children.push(plainText(words));
    } else if (closing) {
      if (open.length > 1) open.pop();
    } else if (isLegalTag(tag)) {
      const href = /href="([^"]*)"/.exec(attributes)?.[1];
      const children: LegalNode[] = [];
      parent.children.push({ tag, ...(href ? { href: plainText(href) } : {}), children });
      if (tag !== 'br') open.push({ tag, children });
    }
  }
  return root;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': '\u00a0',
};
const plainText = (text: string): string => text.replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, entity => ENTITIES[entity] ?? entity);
