import type { CheckoutForm } from '../forms/contact.ts';
import type { LegalKind } from '../model/legal.ts';
import type { Locale } from '../model/locales.ts';
import type { Currency } from '../model/money.ts';

/** Uses of a brand's colours. Each has a text `brands.use.…`. */
export const COLOR_USES = ['button', 'line', 'link', 'second'] as const;
export type ColorUse = (typeof COLOR_USES)[number];

/** A colour as light or dark pages show it. It may differ from the configured colour to have enough contrast. */
export interface UsedColor {
  /** The colour as '#rrggbb'. */
  color: string;
  isRequested: boolean;
  /** Colour of text on this colour: '#ffffff' or '#000000'. Null: the colour is never the background of a text. */
  words: string | null;
  /**
   * Contrast of the configured colour against the background of the page, from 1 to 21 (WCAG 2.2). For a button: contrast of its
   * text.
   */
  ratio: number;
  /** Minimum contrast for this use of the colour. */
  needed: number;
}

export interface ReviewedColor {
  use: ColorUse;
  /** The configured colour as '#rrggbb', or the default colour if none is configured. */
  requested: string;
  /** True if the brand configures this colour. */
  isNamed: boolean;
  light: UsedColor;
  dark: UsedColor;
}

/**
 * State of a legal text in one language. 'there': the text exists. 'main': pages show the text in the brand's main language
 * instead. 'none': the text is missing in every language.
 */
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

/** A brand as drivers see it, for checking what is missing. */
export interface BrandReview {
  id: string;
  name: string;
  points: number;
  languages: readonly Locale[];
  mainLanguage: Locale;
  /** Paths of sample pages without language prefix. */
  samples: readonly { of: 'payment' | 'home' | 'receipts'; path: string }[];
  colors: readonly ReviewedColor[];
  logo: BrandLogo | null;
  /** The logo for dark pages. Null: dark pages show `logo`. */
  logoDark: BrandLogo | null;
  /** True if the brand has a logo for documents (PNG or JPEG). */
  hasPrintLogo: boolean;
  iconPath: string;
  legal: readonly LegalLine[];
  letters: {
    fromName: string;
    /** Sender of e-mails. Null: unknown, because the mail adapter does not report it. */
    fromAddress: string | null;
    replyTo: string | null;
  };
  supportPhone: string | null;
  holds: readonly { currency: Currency; amountsMinor: readonly number[] }[];
  namesRequired: boolean;
  emailRequired: boolean;
  checkoutForm: CheckoutForm;
  contactDays: number;
}

export interface Brands {
  brands: readonly { id: string; name: string }[];
  /** The selected brand. Null: no brand has this id. */
  shown: BrandReview | null;
}

export interface OperatingBrands {
  /** Returns the list of brands, and the details of one brand: the one with `id`, or the first one. */
  getBrands(request: { id?: string }): Promise<Brands>;
}
