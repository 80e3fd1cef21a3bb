/** Prefix of the last error of a job that ended without reaching its purpose. */
export const GIVEN_UP = 'given up: ';

export const isGivenUp = ({ doneAt, lastError }: { doneAt: unknown; lastError: string | null }): boolean =>
  doneAt !== null && (lastError?.startsWith(GIVEN_UP) ?? false);
