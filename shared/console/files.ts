/** A file to download: CSV, PDF or ZIP. */
export interface OperatedFile {
  fileName: string;
  contentType: string;
  bytes: AsyncIterable<Uint8Array>;
}

/** Format of a spreadsheet file. */
export interface ListFormat {
  /** Decimal separator, which spreadsheets expect to be that of the country. */
  decimal: ',' | '.';
}
