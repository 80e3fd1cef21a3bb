import type { LegalText } from '../model/legal.ts';

/** The legal texts that the driver of a session agreed to, in the version of that time. */
export interface AgreedTexts {
  /** Time of the agreement, ISO 8601. */
  at: string;
  /** Null if the brand had no such text, or if the order is older than the storage of texts. */
  terms: LegalText | null;
  privacy: LegalText | null;
}

export interface OperatingAgreedTexts {
  /**
   * Returns the texts of a session.
   * @returns null if no session has this number
   */
  getAgreedTexts(query: { number: number }): Promise<AgreedTexts | null>;
}
