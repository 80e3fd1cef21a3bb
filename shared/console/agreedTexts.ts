import type { LegalText } from '../model/legal.ts';

/** The legal texts to which the driver of a session agreed, in the version of that time. */
export interface AgreedTexts {
  /** Time of the agreement, ISO 8601. */
  at: string;
  /** The accepted terms. Null: the brand had none, or the order is older than the storage of texts. */
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
