import Joi from 'joi';
import { type Decimal, sumOfDecimals } from './decimals.ts';
import type { OcpiVersion, ReadingContext } from './message.ts';
import { countQuirk, decimal, lenient, text } from './values.ts';

/**
 * A price of either OCPI version. `gross` is null if the CPO platform sent no taxes, because a net price must not be taken for a
 * gross price.
 */
export interface OcpiPrice {
  net: Decimal;
  gross: Decimal | null;
}

interface Written {
  excl_vat?: Decimal;
  incl_vat?: Decimal;
  before_taxes?: Decimal;
  after_taxes?: Decimal;
  taxes?: { amount: Decimal }[];
}

const TAX = Joi.object({ name: text, account_number: text, percentage: decimal, amount: decimal.required() });

const WRITTEN = Joi.object<Written>({
  excl_vat: decimal,
  incl_vat: decimal,
  before_taxes: decimal,
  after_taxes: decimal,
  taxes: Joi.array().items(TAX),
});

/** Like `WRITTEN`, but invalid tax fields are ignored. The gross price may then be unknown. */
const WRITTEN_LENIENT = WRITTEN.keys({
  incl_vat: lenient(decimal),
  after_taxes: lenient(decimal),
  taxes: lenient(Joi.array().items(TAX)),
});

/** The required field of each OCPI version. Both fields are accepted in both versions, because many CPO platforms mix them up. */
const NET_FIELD: Readonly<Record<OcpiVersion, 'excl_vat' | 'before_taxes'>> = { '2.2.1': 'excl_vat', '2.3.0': 'before_taxes' };

const readPrice: Joi.CustomValidator<Written, unknown> = (written, helpers) => {
  const version = (helpers.prefs.context as ReadingContext | undefined)?.version ?? '2.2.1';
  const { excl_vat, incl_vat, before_taxes, after_taxes, taxes = [] } = written;
  const net = before_taxes ?? excl_vat;
  if (net === undefined) return helpers.message({ custom: `needs ${NET_FIELD[version]}` });
  if (written[NET_FIELD[version]] === undefined) countQuirk(helpers, 'price of another version');
  const withTaxes = taxes.length > 0 ? sumOfDecimals([net, ...taxes.map(tax => tax.amount)]) : null;
  return { net, gross: after_taxes ?? incl_vat ?? withTaxes } satisfies OcpiPrice;
};

/** Schema of a price, and of PriceLimit in OCPI 2.3.0, whose gross field is `after_taxes`. */
export const price = WRITTEN.custom(readPrice);
/** Schema of a price in a CDR. Only the net amount must be valid. */
export const costOfCdr = WRITTEN_LENIENT.custom(readPrice);
