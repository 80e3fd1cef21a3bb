import Joi from 'joi';
import { type OcpiPrice, price } from './price.ts';
import { countQuirk, currency, dateTime, identifier, listOf, text, word } from './values.ts';

/** 2.3.0 with Payments: what became of the money, told to the CPO that writes the invoice. */
export interface FinancialAdviceConfirmation {
  id: string;
  authorization_reference: string;
  total_costs: OcpiPrice;
  currency: string;
  eft_data: string[];
  capture_status_code: string;
  capture_status_message?: string;
  last_updated: Date;
}

/** 2.3.0 with Payments: a physical terminal. We have none; a CPO may tell of its own. */
export interface OcpiTerminal {
  terminal_id: string;
  customer_reference?: string;
  invoice_base_url?: string;
  invoice_creator?: string;
  location_ids: string[];
  evse_uids: string[];
  /** Null: not told. */
  last_updated: Date | null;
}

const printable = Joi.string()
  .max(255)
  .pattern(/^[\x20-\x7e]+$/)
  .messages({ 'string.pattern.base': 'must be printable ASCII' });

export const FINANCIAL_ADVICE_CONFIRMATION = Joi.object<FinancialAdviceConfirmation>({
  id: identifier.required(),
  authorization_reference: identifier.required(),
  total_costs: price.required(),
  currency: currency.required(),
  eft_data: listOf(printable),
  capture_status_code: word.required(),
  capture_status_message: printable,
  last_updated: dateTime.required(),
})
  .required()
  .custom((advice: FinancialAdviceConfirmation, helpers) => {
    if (advice.eft_data.length === 0) countQuirk(helpers, 'no payment data');
    return advice;
  });

const isWithoutTime = dateTime.default((_parent: unknown, helpers: Joi.CustomHelpers) => {
  countQuirk(helpers, 'missing last_updated');
  return null;
});

export const TERMINAL = Joi.object<OcpiTerminal>({
  terminal_id: identifier.required(),
  customer_reference: identifier,
  invoice_base_url: text,
  invoice_creator: word,
  location_ids: listOf(identifier),
  evse_uids: listOf(identifier),
  last_updated: isWithoutTime,
}).required();
