/** SECRET, or several while it is changed: the newest first. Older ones still open and prove what they sealed and signed. */
export type Secret = string | readonly string[];

export const eachOf = (secret: Secret): readonly string[] => (typeof secret === 'string' ? [secret] : secret);

/** What is sealed and signed with from now on. */
export const newestOf = (secret: Secret): string => eachOf(secret)[0] ?? '';
