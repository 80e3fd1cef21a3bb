import type { DatabaseSync } from 'node:sqlite';

/** What of an embedded database has changed since it was opened, told without a query. */
export interface SqliteChanges {
  /** Another number once another connection has written. @throws where the file cannot be read */
  others(): number;
  /** How often this connection has noted a change of something, kept or undone; see NOTE. */
  noted(what: string): number;
}

/** In SQL a function of one text, for triggers. */
export const NOTE = 'note_change';

export function watchChanges(database: DatabaseSync): SqliteChanges {
  const counts = new Map<string, number>();
  const noted = (what: string) => counts.get(what) ?? 0;
  database.function(NOTE, what => {
    counts.set(String(what), noted(String(what)) + 1);
    return null;
  });
  const version = database.prepare('pragma data_version');
  return { others: () => Number(version.get()?.data_version), noted };
}
