import type { LegalText } from '../model/legal.ts';

/** The legal texts that the driver of a session agreed to, as they were then. */
export interface AgreedTexts {
  /** When, ISO. */
  at: string;
  /** Null: the brand had no such text, or the order is older than the storage of texts. */
  terms: LegalText | null;
  privacy: LegalText | null;
}

export interface OperatingAgreedTexts {
  /** Null: there is no session of this number. */
  getAgreedTexts(query: { number: number }): Promise<AgreedTexts | null>;
}
