// The settings that the commands need. Other settings are not read, so a command works without them.
import path from 'node:path';
import { openDocumentFiles } from '../../server/compose/pages.ts';
import { booksOf } from '../../server/config/settingBooks.ts';
import { documentsOf } from '../../server/config/settingDocuments.ts';
import { ConfigRefused } from '../../server/config/settings.ts';
import { withSettingsFile } from '../../server/config/settingsFile.ts';

// Backups, exports and new databases are readable only by the user of the command.
process.umask(0o077);

/** The settings of this command, including those of SETTINGS_FILE. */
export const environment = readEnvironment();

const { DATABASE_URL, DATA_DIR, OPERATOR_DATA, OPERATOR_ORIGIN, PAYMENTS, PORT, PUBLIC_ORIGIN, STRIPE_SECRET_KEY } = environment;

/** The secret key of Stripe. Null: Stripe is not configured. */
export const stripeKey = PAYMENTS === 'stripe' && STRIPE_SECRET_KEY ? STRIPE_SECRET_KEY : null;

/** The operator's folder, as the app reads the setting. */
export const operatorData = path.resolve(OPERATOR_DATA || 'demo');

/** The origin of the drivers' pages. Null: not configured. */
export const publicOrigin = PUBLIC_ORIGIN ? new URL(PUBLIC_ORIGIN).origin : null;

export const port = Number(PORT || 3000);

/** The origin of the console. */
export const consoleOrigin = OPERATOR_ORIGIN ? new URL(OPERATOR_ORIGIN).origin : (publicOrigin ?? `http://localhost:${port}`);

/** The settings of the ledger. */
export const booksSettings = booksOf(environment);

/** The storage of document files. Null: the database stores them. */
export const documentFiles = openDocumentFiles(documentsOf(environment));

export const storeOptions = {
  databaseUrl: DATABASE_URL || null,
  // A command ends soon, so it needs no notifications of the database.
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

/**
 * Returns the message of an error. An AggregateError (a connection refused at every address) has no message, so its code is
 * used.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || String((error as NodeJS.ErrnoException).code);
}
