import type { LegalKind } from '../model/legal.ts';
import type { Locale } from '../model/locales.ts';
import type { Currency } from '../model/money.ts';

/** Uses of a brand's main colour. Each has a text `brands.use.…`. */
export const COLOR_USES = ['button', 'line', 'link', 'second'] as const;
export type ColorUse = (typeof COLOR_USES)[number];

/** The colour used in one mode, light or dark. It may differ from the configured colour to have enough contrast. */
export interface UsedColor {
  /** The colour as '#rrggbb'. */
  color: string;
  isRequested: boolean;
  /** Colour of text on this colour: '#ffffff' or '#000000'. Null: this colour is no background. */
  words: string | null;
  /** Contrast of the configured colour against its background, from 1 to 21 (WCAG 2.2). */
  ratio: number;
  /** Minimum contrast that this use requires. */
  needed: number;
}

export interface ReviewedColor {
  use: ColorUse;
  /** The configured colour, else the default: '#rrggbb'. */
  requested: string;
  /** True if the brand configures this colour. */
  isNamed: boolean;
  light: UsedColor;
  dark: UsedColor;
}

/**
 * State of a text in one language. 'there': exists. 'main': the text in the main language is shown. 'none': missing in every
 * language.
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

/** A brand as drivers see it, and what is missing. */
export interface BrandReview {
  id: string;
  name: string;
  points: number;
  languages: readonly Locale[];
  mainLanguage: Locale;
  /** Paths of sample pages without language prefix: the first charging point, the start page and the receipt search. */
  samples: readonly { of: 'payment' | 'home' | 'receipts'; path: string }[];
  colors: readonly ReviewedColor[];
  logo: BrandLogo | null;
  /** The logo for dark pages. Null: dark pages show `logo`. */
  logoDark: BrandLogo | null;
  /** True if the brand has a PNG or JPEG logo, which documents need. */
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
  contactDays: number;
}

export interface Brands {
  brands: readonly { id: string; name: string }[];
  /** The brand in detail. Null: no brand has this id. */
  shown: BrandReview | null;
}

/** Queries about brands. */
export interface OperatingBrands {
  /** Returns all brands and one in detail: the one with `id`, or the first. */
  getBrands(request: { id?: string }): Promise<Brands>;
}
