/** Prints one line of the table: what was measured, and how it came out. */
export type PrintRow = (what: string, figure: string) => void;

/** One thing that is measured, with a database and processes of its own, and nothing left behind. */
export type Part = (tell: PrintRow) => Promise<void>;
