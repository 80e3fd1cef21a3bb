import Joi from 'joi';
import { PARTY } from '../../../core/formats/tariffSchema.ts';
import type { Decimal } from './decimals.ts';
import type { ReadingContext } from './message.ts';
import { type OcpiPrice, price } from './price.ts';
import {
  amount,
  countQuirk,
  currency,
  type DisplayText,
  dateTime,
  decimal,
  displayTexts,
  filledListOf,
  identifier,
  word,
} from './values.ts';

export interface OcpiPriceComponent {
  /** Any type is accepted here. A later check decides whether the app can bill it. */
  type: string;
  price: Decimal;
  /** VAT rate in per cent. Null: the CPO platform sent none, which does not mean zero. */
  vat: Decimal | null;
  step_size: number;
}

export interface OcpiTariffElement {
  price_components: OcpiPriceComponent[];
  /**
   * As sent by the CPO platform. Unknown restrictions must not be left out, because the price would then apply more often than
   * the CPO meant.
   */
  restrictions?: Readonly<Record<string, unknown>>;
}

export interface OcpiTariff {
  country_code: string;
  party_id: string;
  id: string;
  currency: string;
  /** 'AD_HOC_PAYMENT', 'REGULAR' and others. Null: the tariff applies to all sessions. */
  type: string | null;
  tariff_alt_text: DisplayText[];
  /** These fields have the type Price in OCPI 2.2.1 and PriceLimit in 2.3.0. */
  min_price?: OcpiPrice;
  max_price?: OcpiPrice;
  /** The hold that the CPO requires. Only in OCPI 2.3.0 with the Payments module. */
  preauthorize_amount?: Decimal;
  elements: OcpiTariffElement[];
  /** 'YES', 'NO' or 'N/A'. Null: the CPO platform sent none. */
  tax_included: string | null;
  /**
   * Set if `tax_included` is missing although OCPI 2.3.0 requires it. In 2.2.1 the field does not exist and prices exclude VAT.
   */
  lacksTax?: true;
  start_date_time?: Date;
  end_date_time?: Date;
  last_updated: Date;
}

const stepSize = Joi.number()
  .integer()
  .min(0)
  .required()
  .custom((value: number, helpers) => {
    if (value === 0) countQuirk(helpers, 'step size of zero');
    return value;
  });

/** A negative price is accepted, so that the tariff is stored. A later check excludes the tariff from the offer to drivers. */
const COMPONENT = Joi.object<OcpiPriceComponent>({
  type: word.required(),
  price: decimal.required(),
  vat: amount.default(null),
  step_size: stepSize,
});

const ELEMENT = Joi.object<OcpiTariffElement>({
  price_components: filledListOf(COMPONENT),
  restrictions: Joi.object().unknown(),
});

export const TARIFF = Joi.object<OcpiTariff>({
  ...PARTY,
  id: identifier.required(),
  currency: currency.required(),
  type: word.default(null),
  tariff_alt_text: displayTexts,
  min_price: price,
  max_price: price,
  preauthorize_amount: amount,
  elements: filledListOf(ELEMENT),
  tax_included: word.default(null),
  start_date_time: dateTime,
  end_date_time: dateTime,
  last_updated: dateTime.required(),
})
  .required()
  .custom((tariff: OcpiTariff, helpers) => {
    const { version } = (helpers.prefs.context as ReadingContext | undefined) ?? {};
    if (version === '2.3.0' && tariff.tax_included === null) {
      countQuirk(helpers, 'missing tax_included');
      return { ...tariff, lacksTax: true };
    }
    const isOfLater = tariff.tax_included !== null || tariff.preauthorize_amount !== undefined;
    if (isOfLater && version === '2.2.1') countQuirk(helpers, 'field of another version');
    return tariff;
  });
