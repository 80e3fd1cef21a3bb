import { DatabaseUnavailable } from './unavailable.ts';

const BUSY = 5;

/**
 * SQLite result codes of failures that are not the statement's fault, each with its meaning for the file
 * (https://www.sqlite.org/rescode.html).
 */
const REASONS: Readonly<Record<number, string>> = {
  [BUSY]: 'is locked by another process',
  6: 'is locked',
  8: 'cannot be written to',
  10: 'cannot be read or written: the disk fails',
  11: 'is damaged: restore a backup of it',
  13: 'cannot grow: the disk is full',
  14: 'cannot be opened, or not written to',
  26: 'is damaged, or is no database: restore a backup of it',
};

/** Returns the primary result code of an SQLite error. Null: the error is not from SQLite. */
const codeOf = (error: unknown): number | null =>
  typeof error === 'object' && error !== null && 'errcode' in error ? Number(error.errcode) & 0xff : null;

/** Returns true if the error means that another connection holds the lock. */
export const isBusy = (error: unknown): boolean => codeOf(error) === BUSY;

/** Converts an SQLite error into an error of the app that names the file. Returns any other error unchanged. */
export function sqliteFailure(error: unknown, file: string): unknown {
  const reason = REASONS[codeOf(error) ?? 0];
  return reason === undefined ? error : new DatabaseUnavailable(`The database ${file} ${reason}.`, { cause: error });
}
