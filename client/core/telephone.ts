/** A telephone number for display, with spaces that do not break at the end of a line. */
export const printedPhone = (phone: string): string => phone.replaceAll(' ', '\u00a0');

/** The link to call a printed number: "+49 30 1234567" → "tel:+49301234567". */
export const telephone = (phone: string): string => `tel:${phone.replace(/[^+\d]/g, '')}`;
