// Which database the settings name. Only these are read, so that a command needs no other setting.
import path from 'node:path';
import { openDocumentFiles } from '../../server/compose/pages.ts';
import { booksOf } from '../../server/config/settingBooks.ts';
import { documentsOf } from '../../server/config/settingDocuments.ts';
import { ConfigRefused } from '../../server/config/settings.ts';
import { withSettingsFile } from '../../server/config/settingsFile.ts';

// Backups, exports and a new database belong to the user of the command alone.
process.umask(0o077);

/** The settings as they are given to this command, those of SETTINGS_FILE included. */
export const environment = readEnvironment();

const { DATABASE_URL, DATA_DIR, OPERATOR_DATA, OPERATOR_ORIGIN, PAYMENTS, PORT, PUBLIC_ORIGIN, STRIPE_SECRET_KEY } = environment;

/** The key of Stripe; null: Stripe is not set up. */
export const stripeKey = PAYMENTS === 'stripe' && STRIPE_SECRET_KEY ? STRIPE_SECRET_KEY : null;

/** The folder that the app reads. */
export const operatorData = path.resolve(OPERATOR_DATA || 'demo');

/** Where drivers reach the app; null: nobody has said. */
export const publicOrigin = PUBLIC_ORIGIN ? new URL(PUBLIC_ORIGIN).origin : null;

export const port = Number(PORT || 3000);

/** Where the console of the people who run the shop is reached. */
export const consoleOrigin = OPERATOR_ORIGIN ? new URL(OPERATOR_ORIGIN).origin : (publicOrigin ?? `http://localhost:${port}`);

/** How the books are kept. */
export const booksSettings = booksOf(environment);

/** Where the pages of documents are; null: in the database. */
export const documentFiles = openDocumentFiles(documentsOf(environment));

export const storeOptions = {
  databaseUrl: DATABASE_URL || null,
  // A command ends soon: it listens to nobody.
  databaseListenUrl: null,
  dataDir: path.resolve(DATA_DIR || 'data'),
};

export function readEnvironment() {
  try {
    return withSettingsFile(process.env);
  } catch (error) {
    if (!(error instanceof ConfigRefused)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** What an error says; one of several at once, such as a connection refused at every address, says only its code. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || String((error as NodeJS.ErrnoException).code);
}
