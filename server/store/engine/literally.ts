/** Replaces the wildcards of LIKE by blanks, so that the text is searched literally. */
export const literally = (text: string): string => text.replace(/[%_\\]/g, ' ');
