import type { Locale } from './locales.ts';

export const LEGAL_KINDS = ['terms', 'privacy', 'imprint', 'publicInfo', 'accessibility', 'withdrawal'] as const;
export type LegalKind = (typeof LEGAL_KINDS)[number];

/** Sanitised on the server. The browser renders elements, never a string of HTML. */
export type LegalNode = string | { tag: LegalTag; href?: string; children: readonly LegalNode[] };
export const LEGAL_TAGS = ['h2', 'h3', 'h4', 'p', 'ul', 'ol', 'li', 'strong', 'em', 'a', 'br', 'address'] as const;
export type LegalTag = (typeof LEGAL_TAGS)[number];

export interface LegalText {
  kind: LegalKind;
  /** Language of the text: the client's main language if the requested one is missing. Null: unknown. */
  locale: Locale | null;
  nodes: readonly LegalNode[];
  /** SHA-256 of the source, hex. The order stores this hash as proof of the accepted text. */
  hash: string;
}

/** A legal text as the client provides it, not sanitised. */
export interface LegalSource {
  html: string;
  /** SHA-256 of the text, hex. */
  hash: string;
  /** The sanitised content: allowed elements only. */
  nodes: readonly LegalNode[];
}
