/** Prefix of `lastError` for a job that was ended because it can never succeed. */
export const GIVEN_UP = 'given up: ';

export const isGivenUp = ({ doneAt, lastError }: { doneAt: unknown; lastError: string | null }): boolean =>
  doneAt !== null && (lastError?.startsWith(GIVEN_UP) ?? false);
