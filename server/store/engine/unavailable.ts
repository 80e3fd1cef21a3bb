/**
 * Thrown if the database fails for a reason other than the statement: unreachable, locked, full, damaged, broken connection, too
 * many conflicts. A failed statement has changed nothing, but a commit may have succeeded without a response. Callers therefore
 * repeat their whole work, which reads the rows again.
 */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
  /** HTTP status of the response: the error is temporary and not a bug. */
  readonly status = 503;
}
