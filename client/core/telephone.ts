/** As it is printed: a number never breaks at the end of a line. */
export const printedPhone = (phone: string): string => phone.replaceAll(' ', '\u00a0');

/** The address that calls a printed number: "+49 30 1234567" → "tel:+49301234567". */
export const telephone = (phone: string): string => `tel:${phone.replace(/[^+\d]/g, '')}`;
