/**
 * Thrown when the database fails for a reason other than the statement: unreachable, locked, full, damaged, broken connections,
 * or too many conflicts. A failed statement has changed nothing, but a commit may have succeeded without a response. The caller
 * therefore repeats the whole work, which reads the current rows.
 */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
  /** HTTP status of the response. The failure is temporary and not a bug. */
  readonly status = 503;
}
