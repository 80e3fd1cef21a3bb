/** A file to take along: CSV, PDF, ZIP. */
export interface OperatedFile {
  fileName: string;
  contentType: string;
  bytes: AsyncIterable<Uint8Array>;
}

/** Of a list for a spreadsheet. */
export interface ListFormat {
  /** What stands before decimals: a spreadsheet goes by its country. */
  decimal: ',' | '.';
}
