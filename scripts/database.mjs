// Which database the settings name. Only these are read, so that a command needs no other setting.
import path from 'node:path';

const { DATABASE_URL, DATA_DIR, OPERATOR_DATA } = process.env;

/** The folder that the app reads. */
export const operatorData = path.resolve(OPERATOR_DATA || 'demo');

export const place = {
  databaseUrl: DATABASE_URL || null,
  // A command ends soon: it listens to nobody.
  databaseListenUrl: null,
  dataDir: path.resolve(DATA_DIR || 'data'),
};
