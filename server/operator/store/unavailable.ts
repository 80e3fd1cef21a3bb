/**
 * The database did not do what it was asked, for a reason that lies outside of the question: it is away, locked, full or
 * damaged, its connections are cut, or others were in the way for too long. A statement that failed so has changed nothing;
 * a commit may have succeeded unheard. So the work is done again from its beginning, which finds what there is.
 */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}
