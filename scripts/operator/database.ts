// The settings that the commands need. A command works even if the app's other settings are missing or invalid, because they are
// not read.
import path from 'node:path';
import { openDocumentFiles } from '../../server/compose/pages.ts';
import { booksOf } from '../../server/config/settingBooks.ts';
import { documentsOf } from '../../server/config/settingDocuments.ts';
import { ConfigRefused } from '../../server/config/settings.ts';
import { withSettingsFile } from '../../server/config/settingsFile.ts';

// Makes backups, exports and new databases readable only by the user who runs the command.
process.umask(0o077);

/** The settings, including those in SETTINGS_FILE. */
export const environment = readEnvironment();

const { DATABASE_URL, DATA_DIR, OPERATOR_DATA, OPERATOR_ORIGIN, PAYMENTS, PORT, PUBLIC_ORIGIN, STRIPE_SECRET_KEY } = environment;

/** Stripe's secret key. Null: Stripe is not the payment provider. */
export const stripeKey = PAYMENTS === 'stripe' && STRIPE_SECRET_KEY ? STRIPE_SECRET_KEY : null;

/** The operator's data folder. If OPERATOR_DATA is not set, the demo data, as in the app. */
export const operatorData = path.resolve(OPERATOR_DATA || 'demo');

/** Origin of the drivers' pages. Null: not configured. */
export const publicOrigin = PUBLIC_ORIGIN ? new URL(PUBLIC_ORIGIN).origin : null;

export const port = Number(PORT || 3000);

/** Origin of the staff console. */
export const consoleOrigin = OPERATOR_ORIGIN ? new URL(OPERATOR_ORIGIN).origin : (publicOrigin ?? `http://localhost:${port}`);

export const booksSettings = booksOf(environment);

/** Storage of document files. Null: documents are stored in the database. */
export const documentFiles = openDocumentFiles(documentsOf(environment));

export const storeOptions = {
  databaseUrl: DATABASE_URL || null,
  // Commands end soon, so they do not listen for change notifications of the database.
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
 * Returns the message of an error. If a connection is refused at every address, the error is an AggregateError without a
 * message, so its error code is returned.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || String((error as NodeJS.ErrnoException).code);
}
