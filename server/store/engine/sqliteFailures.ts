import { DatabaseUnavailable } from './unavailable.ts';

const BUSY = 5;

/** SQLite's result codes that tell of the file and not of the statement, https://www.sqlite.org/rescode.html. */
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

/** The code without what an extended one adds; null: no error of SQLite. */
const codeOf = (error: unknown): number | null =>
  typeof error === 'object' && error !== null && 'errcode' in error ? Number(error.errcode) & 0xff : null;

/** Somebody else has the lock at this moment. */
export const isBusy = (error: unknown): boolean => codeOf(error) === BUSY;

/** The error as the app knows it, with the file it is about. */
export function sqliteFailure(error: unknown, file: string): unknown {
  const reason = REASONS[codeOf(error) ?? 0];
  return reason === undefined ? error : new DatabaseUnavailable(`The database ${file} ${reason}.`, { cause: error });
}
