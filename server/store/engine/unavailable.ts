/**
 * Thrown if the database fails for a reason other than the statement: it is unreachable, locked, full or damaged, a connection
 * broke, or there were too many conflicts. A failed statement has changed nothing, but a commit may have succeeded without a
 * response. A caller must therefore repeat its whole work, including the reads.
 */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
  /** HTTP status of the response. 503, because the error is temporary. */
  readonly status = 503;
}
