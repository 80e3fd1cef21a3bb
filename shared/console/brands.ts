import type { LegalKind } from '../model/legal.ts';
import type { Locale } from '../model/locales.ts';
import type { Currency } from '../model/money.ts';

/** The uses of a brand's main colour. Each use has a text `brands.use.…`. */
export const COLOR_USES = ['button', 'line', 'link', 'second'] as const;
export type ColorUse = (typeof COLOR_USES)[number];

/** The colour that one mode (light or dark) uses in place of the configured colour. */
export interface UsedColor {
  /** '#rrggbb'. */
  color: string;
  isRequested: boolean;
  /**
   * Colour of text on this colour if the colour is a background: '#ffffff' or '#000000'. Null: the colour is a line or text
   * itself.
   */
  words: string | null;
  /** Contrast of the configured colour against its background, from 1 to 21 (WCAG 2.2). */
  ratio: number;
  /** Minimum contrast for this use. */
  needed: number;
}

export interface ReviewedColor {
  use: ColorUse;
  /** '#rrggbb': the colour that the brand configures, else the default. */
  requested: string;
  /** True if the brand configures the colour. */
  isNamed: boolean;
  light: UsedColor;
  dark: UsedColor;
}

/** State of a text in one language. 'main': the text of the main language is shown. 'none': no language has the text. */
export type LegalState = 'there' | 'main' | 'none';

export interface LegalLine {
  kind: LegalKind;
  states: readonly { locale: Locale; state: LegalState }[];
}

export interface BrandLogo {
  src: string;
  width: number;
  height: number;
}

/** A brand as drivers see it, with the parts that are missing. */
export interface BrandReview {
  id: string;
  name: string;
  points: number;
  languages: readonly Locale[];
  mainLanguage: Locale;
  /** Paths of sample pages without the language: the first point, the home page and the search for receipts. */
  samples: readonly { of: 'payment' | 'home' | 'receipts'; path: string }[];
  colors: readonly ReviewedColor[];
  logo: BrandLogo | null;
  /** Logo for dark pages. Null: dark pages show `logo` too. */
  logoDark: BrandLogo | null;
  /** True if the brand has a PNG or JPEG logo for documents. */
  hasPrintLogo: boolean;
  iconPath: string;
  legal: readonly LegalLine[];
  letters: {
    fromName: string;
    /** Null if the sender address is unknown, for example because the mail adapter does not report the address. */
    fromAddress: string | null;
    replyTo: string | null;
  };
  supportPhone: string | null;
  holds: readonly { currency: Currency; amountsMinor: readonly number[] }[];
  namesRequired: boolean;
  emailRequired: boolean;
  contactDays: number;
}

export interface Brands {
  brands: readonly { id: string; name: string }[];
  /** Null if no brand has this id. */
  shown: BrandReview | null;
}

/** The queries of the console about brands. */
export interface OperatingBrands {
  /** Returns the brand with this id, or the first brand without an id. */
  getBrands(request: { id?: string }): Promise<Brands>;
}
