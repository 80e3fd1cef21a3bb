import type { Locale } from './locales.ts';

export const LEGAL_KINDS = ['terms', 'privacy', 'imprint', 'publicInfo', 'accessibility', 'withdrawal'] as const;
export type LegalKind = (typeof LEGAL_KINDS)[number];

/** Sanitised on the server: the browser renders elements, never a string of HTML. */
export type LegalNode = string | { tag: LegalTag; href?: string; children: readonly LegalNode[] };
export const LEGAL_TAGS = ['h2', 'h3', 'h4', 'p', 'ul', 'ol', 'li', 'strong', 'em', 'a', 'br', 'address'] as const;
export type LegalTag = (typeof LEGAL_TAGS)[number];

export interface LegalText {
  kind: LegalKind;
  /** The language the text is in: the client's main language where the asked one is missing. Null: not told. */
  locale: Locale | null;
  nodes: readonly LegalNode[];
  /** sha-256 of the source, hex. The order keeps it as proof of what was agreed. */
  hash: string;
}

/** A text as a client has written it, unsanitised. */
export interface LegalSource {
  html: string;
  /** sha-256 of it, hex. */
  hash: string;
  /** What is shown of it: allowed elements alone. Missing in what an earlier version has kept. */
  nodes?: readonly LegalNode[];
}
