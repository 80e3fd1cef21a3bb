/** A file to download: CSV, PDF or ZIP. */
export interface OperatedFile {
  fileName: string;
  contentType: string;
  bytes: AsyncIterable<Uint8Array>;
}

/** Format of a CSV file. */
export interface ListFormat {
  /** Decimal separator. A spreadsheet expects the separator of its country. */
  decimal: ',' | '.';
}
