/**
 * The database failed for a reason outside of the statement: it is away, locked, full or damaged, its connections are cut, or
 * conflicts with others took too long. A statement that failed so has changed nothing; a commit may have succeeded although
 * no answer came. So the work is repeated from its beginning, which reads what there is.
 */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
  /** For whoever answers over HTTP: it passes, and is no bug. */
  readonly status = 503;
}
