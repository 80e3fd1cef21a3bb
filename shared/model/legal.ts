import type { Locale } from './locales.ts';

export const LEGAL_KINDS = ['terms', 'privacy', 'imprint', 'publicInfo', 'accessibility', 'withdrawal'] as const;
export type LegalKind = (typeof LEGAL_KINDS)[number];

/** A node of a sanitised legal text. Browsers render these nodes and never parse HTML. */
export type LegalNode = string | { tag: LegalTag; href?: string; children: readonly LegalNode[] };
export const LEGAL_TAGS = ['h2', 'h3', 'h4', 'p', 'ul', 'ol', 'li', 'strong', 'em', 'a', 'br', 'address'] as const;
export type LegalTag = (typeof LEGAL_TAGS)[number];

export interface LegalText {
  kind: LegalKind;
  /** Language of the text: the requested language, or else the brand's main language. Null: unknown. */
  locale: Locale | null;
  nodes: readonly LegalNode[];
  /** SHA-256 of the text's HTML source in hex. An order stores it as proof of which text the driver accepted. */
  hash: string;
}

/** A legal text as the brand provides it, with its sanitised content. */
export interface LegalSource {
  html: string;
  /** SHA-256 of the HTML source in hex. */
  hash: string;
  /** The content of `html`, with allowed elements only. */
  nodes: readonly LegalNode[];
}
