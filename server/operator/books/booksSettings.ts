/** Whose books they are, as the settings say. */
export interface BooksSettings {
  timeZone: string;
  /** At DATEV; null: nobody has said. */
  consultant: number | null;
  client: number | null;
  accounts: string;
}

export const USUAL_BOOKS: BooksSettings = { timeZone: 'Europe/Berlin', consultant: null, client: null, accounts: '' };
