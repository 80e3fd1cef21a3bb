/** The colours of a brand as CSS text. Null: the default colour applies. */
export interface BrandColors {
  primary: string | null;
  secondary: string | null;
}

/** Colours of a brand without configured colours. */
export const DEFAULT_PRIMARY = '#1770f0';
export const DEFAULT_SECONDARY = '#0b2545';
