/** Formats a telephone number so that it does not break at its spaces. */
export const printedPhone = (phone: string): string => phone.replaceAll(' ', '\u00a0');

/** Returns the link that dials a displayed number: "+49 30 1234567" → "tel:+49301234567". */
export const telephone = (phone: string): string => `tel:${phone.replace(/[^+\d]/g, '')}`;
