import type { LegalKind } from '../model/legal.ts';
import type { Locale } from '../model/locales.ts';
import type { Currency } from '../model/money.ts';

/** What a brand's main colour is used for. Each has its words, `brands.use.…`. */
export const COLOR_USES = ['button', 'line', 'link', 'second'] as const;
export type ColorUse = (typeof COLOR_USES)[number];

/** What is used in one light instead of the colour that was asked for. */
export interface UsedColor {
  /** '#rrggbb'. */
  color: string;
  isRequested: boolean;
  /** Of words on it, where it is a ground: '#ffffff' or '#000000'; null: it is a line or words itself. */
  words: string | null;
  /** Contrast of the colour that was asked for, from 1 to 21 (WCAG 2.2), against what it stands on. */
  ratio: number;
  /** What it has to reach there. */
  needed: number;
}

export interface ReviewedColor {
  use: ColorUse;
  /** '#rrggbb', as the brand has asked for it, else the default. */
  requested: string;
  /** The brand has named it. */
  isNamed: boolean;
  light: UsedColor;
  dark: UsedColor;
}

/** A text in a language: it is there, the main language's is shown instead, or there is none at all. */
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

/** A brand as its drivers meet it, and what it lacks. */
export interface BrandReview {
  id: string;
  name: string;
  points: number;
  languages: readonly Locale[];
  mainLanguage: Locale;
  /** Paths of its pages, without the language, that can be looked at; the first point's, and its search for receipts. */
  samples: readonly { of: 'payment' | 'home' | 'receipts'; path: string }[];
  colors: readonly ReviewedColor[];
  logo: BrandLogo | null;
  /** For dark pages; null: the other one is shown there too. */
  logoDark: BrandLogo | null;
  /** PNG or JPEG for documents. */
  hasPrintLogo: boolean;
  iconPath: string;
  legal: readonly LegalLine[];
  letters: {
    fromName: string;
    /** Null: nobody knows, as with an adapter that does not tell. */
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
  /** Null: there is none of that name. */
  shown: BrandReview | null;
}

/** What the console asks of brands. */
export interface OperatingBrands {
  /** Without an id, the first one is shown. */
  getBrands(request: { id?: string }): Promise<Brands>;
}
