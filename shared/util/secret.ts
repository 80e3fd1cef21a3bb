/** The setting SECRET. During a rotation it is a list, newest first. Older secrets are still used to decrypt and verify. */
export type Secret = string | readonly string[];

export const eachOf = (secret: Secret): readonly string[] => (typeof secret === 'string' ? [secret] : secret);

/** Returns the newest secret, which is used to encrypt and sign. */
export const newestOf = (secret: Secret): string => eachOf(secret)[0] ?? '';
