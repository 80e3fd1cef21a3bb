/** So much later, or with less than nothing earlier. */
export const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

export const earliest = (one: Date, other: Date): Date => (other < one ? other : one);
export const latest = (one: Date, other: Date): Date => (other > one ? other : one);

/** Two dates are never `===`. */
export const isSameInstant = (one: Date | null, other: Date | null): boolean => one?.getTime() === other?.getTime();
