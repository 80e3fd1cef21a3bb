/** Whose books they are, as the settings say. */
export interface BooksSettings {
  timeZone: string;
  /** At DATEV; null: nobody has said. */
  consultant: number | null;
  client: number | null;
  accounts: string;
  /** After so many days a capture should have come with a payout. */
  payoutDays: number;
}

export const USUAL_BOOKS: BooksSettings = {
  timeZone: 'Europe/Berlin',
  consultant: null,
  client: null,
  accounts: '',
  payoutDays: 14,
};
