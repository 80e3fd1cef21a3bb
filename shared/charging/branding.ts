/** Brand colours that a client's metadata may set, as CSS text. Null: the default applies. */
export interface BrandColors {
  primary: string | null;
  secondary: string | null;
}

/** Colours of a client whose metadata name none. */
export const DEFAULT_PRIMARY = '#1770f0';
export const DEFAULT_SECONDARY = '#0b2545';
