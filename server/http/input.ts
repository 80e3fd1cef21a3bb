import joi from 'joi';
import type { Charging } from '../../shared/charging.ts';
import { isDay } from '../../shared/forms/receiptSearch.ts';
import { LEGAL_KINDS } from '../../shared/legal.ts';
import { COUNTRIES, LOCALES } from '../../shared/locales.ts';
import { Problem } from '../../shared/problem.ts';

const clientId = joi
  .string()
  .pattern(/^[A-Za-z0-9_-]{1,64}$/)
  .required();
const evseId = joi.string().max(64).required();
const connector = joi.string().max(36).required();
/** Session, order and watch ids, and encrypted receipt tokens. */
const id = joi
  .string()
  .pattern(/^[\w.-]{16,300}$/)
  .required();
const typed = joi.string().allow('').max(500).required();
/** As the form checks it: a day of the calendar, and one that has a day before and after it. */
const day = (text: string, { error }: joi.CustomHelpers) => (isDay(text) ? text : error('any.invalid'));
/** Calendars end somewhere, and tariffs end before them. */
const THIS_CENTURY = /^20\d{2}-/;
const locale = joi.string().valid(...LOCALES);

/** The shape of each question; unknown keys are refused. What the fields mean is checked by `shared/forms`. */
const ASKS: Readonly<Record<keyof Charging, joi.ObjectSchema>> = {
  getClient: joi.object({ clientId }),
  findClients: joi.object({}),
  getLegalText: joi.object({
    clientId,
    kind: joi
      .string()
      .valid(...LEGAL_KINDS)
      .required(),
    locale: locale.required(),
  }),
  findChargingPoint: joi.object({ text: joi.string().allow('').max(300).required() }),
  findDemoPoints: joi.object({}),
  getChargingPoint: joi.object({ clientId, evseId }),
  estimateCost: joi.object({
    clientId,
    evseId,
    connector,
    energyWh: joi.number().integer().min(1).max(1_000_000),
    minutes: joi.number().integer().min(1).max(10_080),
    startAt: joi.string().isoDate().pattern(THIS_CENTURY),
  }),
  startSession: joi.object({
    clientId,
    evseId,
    connector,
    limitMinor: joi.number().integer().min(0).max(1e9).allow(null).required(),
    contact: joi.object({ firstName: typed, lastName: typed, email: typed, emailConfirmation: typed }).required(),
    consents: joi.object({ acceptTerms: joi.boolean().required(), acceptPrivacy: joi.boolean().required() }).required(),
    tariffVersion: joi.string().max(80).required(),
    formToken: joi.string().max(200).required(),
    locale: locale.required(),
  }),
  refreshOrder: joi.object({ orderId: id }),
  cancelOrder: joi.object({ orderId: id }),
  getSession: joi.object({ sessionId: id }),
  getWatchedSession: joi.object({ watchId: id }),
  cancelStart: joi.object({ sessionId: id }),
  stopSession: joi.object({ sessionId: id }),
  findSessions: joi.object({
    clientId,
    country: joi
      .string()
      .valid(...COUNTRIES)
      .required(),
    date: joi.string().custom(day).required(),
    price: joi.string().max(40).required(),
    lastDigits: joi.string().max(10).required(),
    evseId: joi.string().max(64),
  }),
  getReceipt: joi.object({ receipt: id }),
  checkBill: joi.object({ receipt: id }),
  sendReceipt: joi.object({ receipt: id }),
  requestCompanyInvoice: joi.object({
    receipt: id,
    company: joi
      .object({ companyName: typed, street: typed, postalCode: typed, city: typed, country: typed, vatId: typed })
      .required(),
  }),
  withdraw: joi.object({ sessionId: id, name: typed, email: typed }),
};

/** @throws Problem 'bad-request' for anything that is not this question. */
export function readAsk<Name extends keyof Charging>(operation: Name, input: unknown): Parameters<Charging[Name]>[0] {
  const { value, error } = ASKS[operation].validate(input, { abortEarly: true });
  if (error) throw new Problem('bad-request', { cause: operation });
  return value;
}
