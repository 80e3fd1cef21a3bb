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
  /** An open list: whoever sells by it has to know it. */
  type: string;
  price: Decimal;
  /** Per cent. Null: left out, which is not zero. */
  vat: Decimal | null;
  step_size: number;
}

export interface OcpiTariffElement {
  price_components: OcpiPriceComponent[];
  /** As the peer wrote it: a field nobody here knows must not get lost, for the element would then apply more often. */
  restrictions?: Readonly<Record<string, unknown>>;
}

export interface OcpiTariff {
  country_code: string;
  party_id: string;
  id: string;
  currency: string;
  /** 'AD_HOC_PAYMENT', 'REGULAR' …; null: for all sessions. */
  type: string | null;
  tariff_alt_text: DisplayText[];
  /** 2.2.1's Price and 2.3.0's PriceLimit. */
  min_price?: OcpiPrice;
  max_price?: OcpiPrice;
  /** 2.3.0 with Payments. */
  preauthorize_amount?: Decimal;
  elements: OcpiTariffElement[];
  /** 'YES', 'NO' or 'N/A'; null: not told. */
  tax_included: string | null;
  /** Set for 2.3.0, where the field is required, and missing. In 2.2.1 prices have no VAT. */
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

/** A negative price is kept, so that the tariff is known, and refused where it would be sold. */
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
