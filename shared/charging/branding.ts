/** What a client's metadata may set; null leaves the default. Colours are text as the client wrote them. */
export interface BrandColors {
  primary: string | null;
  secondary: string | null;
}

/** For a client that has named no colours. */
export const DEFAULT_PRIMARY = '#1770f0';
export const DEFAULT_SECONDARY = '#0b2545';
