/** The setting SECRET. During a rotation there are several, the newest first. Older secrets still decrypt and verify. */
export type Secret = string | readonly string[];

export const eachOf = (secret: Secret): readonly string[] => (typeof secret === 'string' ? [secret] : secret);

/** The newest secret, which encrypts and signs. */
export const newestOf = (secret: Secret): string => eachOf(secret)[0] ?? '';
