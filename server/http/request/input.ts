import joi from 'joi';
import type { ChargingRequest, Consents, Question } from '../../../shared/charging/charging.ts';
import type { FreeNoticeRequest } from '../../../shared/charging/freeNotice.ts';
import type { CompanyForm } from '../../../shared/forms/companyFields.ts';
import type { ContactForm } from '../../../shared/forms/contact.ts';
import type { GoalForm } from '../../../shared/forms/goal.ts';
import { isDay } from '../../../shared/forms/receiptSearch.ts';
import { LEGAL_KINDS } from '../../../shared/model/legal.ts';
import { COUNTRIES, LOCALES } from '../../../shared/model/locales.ts';
import { Problem } from '../../../shared/model/problem.ts';

/** Maximum length of a field for an EVSE ID. Drivers may paste the whole URL of a charging point into it. */
export const MAX_PASTED_LENGTH = 300;

const clientId = joi
  .string()
  .pattern(/^[A-Za-z0-9_-]{1,64}$/)
  .required();
const evseId = joi.string().max(64).required();
const connector = joi.string().max(36).required();
/** Strict: only a boolean is accepted, not the text 'true'. */
const consent = joi.boolean().strict().required();
/** An id of a session or order, an id for watching a session, or an encrypted receipt token. */
const id = joi
  .string()
  .pattern(/^[\w.-]{16,300}$/)
  .required();
/** URL of the push service. Such URLs have some hundred characters. */
const endpoint = joi.string().max(1024).required();
/** Key of a push subscription in base64url. The longer of its two keys is a point on an elliptic curve. */
const pushKey = joi
  .string()
  .pattern(/^[\w-]{16,90}={0,2}$/)
  .required();
const typed = joi.string().allow('').max(500).required();
/** Accepts only days that exist in the calendar, as the search form does. */
const day = (text: string, { error }: joi.CustomHelpers) => (isDay(text) ? text : error('any.invalid'));
/** Only years of this century are accepted, because holiday calendars and tariffs cover only a limited range. */
const THIS_CENTURY = /^20\d{2}-/;
const locale = joi.string().valid(...LOCALES);

/** Schemas for the parameters of each endpoint. The type requires exactly the parameters of the endpoint's request. */
export type Keys = { readonly [Q in Question]: joi.StrictSchemaMap<ChargingRequest<Q>> };

/** Unknown parameters are refused. The meaning of the fields is checked in `shared/forms`. */
const KEYS: Keys = {
  getClient: { clientId },
  findClients: {},
  getLegalText: {
    clientId,
    kind: joi
      .string()
      .valid(...LEGAL_KINDS)
      .required(),
    locale: locale.required(),
  },
  findChargingPoint: { text: joi.string().allow('').max(MAX_PASTED_LENGTH).required() },
  findDemoPoints: {},
  getChargingPoint: { clientId, evseId },
  findAlternatives: { clientId, evseId, connector: joi.string().max(36) },
  requestFreeNotice: {
    clientId,
    evseId,
    connector,
    locale: locale.required(),
    email: typed,
    device: joi
      .object<NonNullable<FreeNoticeRequest['device']>, true>({ endpoint, p256dh: pushKey, auth: pushKey })
      .allow(null)
      .required(),
  },
  estimateCost: {
    clientId,
    evseId,
    connector,
    energyWh: joi.number().integer().min(1).max(1_000_000),
    minutes: joi.number().integer().min(1).max(10_080),
    startAt: joi.string().isoDate().pattern(THIS_CENTURY),
  },
  startSession: {
    clientId,
    evseId,
    connector,
    limitMinor: joi.number().integer().min(0).max(1e9).allow(null).required(),
    contact: joi
      .object<ContactForm, true>({ firstName: typed, lastName: typed, email: typed, emailConfirmation: typed })
      .required(),
    consents: joi.object<Consents, true>({ acceptTerms: consent, acceptPrivacy: consent }).required(),
    tariffVersion: joi.string().max(80).required(),
    formToken: joi.string().max(200).required(),
    locale: locale.required(),
    codeProof: joi.string().max(300),
  },
  refreshOrder: { orderId: id },
  cancelOrder: { orderId: id },
  getSession: { sessionId: id },
  getWatchedSession: { watchId: id },
  cancelStart: { sessionId: id },
  stopSession: { sessionId: id },
  unlockPlug: { sessionId: id },
  setGoal: {
    sessionId: id,
    goal: joi.object<GoalForm, true>({ kind: typed, energy: typed, amount: typed, time: typed }).allow(null).required(),
  },
  findSessions: {
    clientId,
    country: joi
      .string()
      .valid(...COUNTRIES)
      .required(),
    date: joi.string().custom(day).required(),
    price: joi.string().max(40).required(),
    lastDigits: joi.string().max(10).required(),
    evseId: joi.string().max(MAX_PASTED_LENGTH),
  },
  getReceipt: { receipt: id },
  checkBill: { receipt: id },
  sendReceipt: { receipt: id },
  requestCompanyInvoice: {
    receipt: id,
    company: joi
      .object<CompanyForm, true>({
        companyName: typed,
        street: typed,
        postalCode: typed,
        city: typed,
        country: typed,
        vatId: typed,
      })
      .required(),
  },
  withdraw: { sessionId: id, name: typed, email: typed },
  enablePush: { sessionId: id, endpoint, p256dh: pushKey, auth: pushKey },
  disablePush: { sessionId: id, endpoint },
};

const SCHEMAS: ReadonlyMap<string, joi.ObjectSchema> = new Map(
  Object.entries(KEYS).map(([question, keys]) => [question, joi.object(keys).required()]),
);

/**
 * Validates the input of an endpoint.
 * @throws Problem 'bad-request' if it does not match the schema
 */
export function parseRequest<Q extends Question>(question: Q, input: unknown): ChargingRequest<Q> {
  const read = SCHEMAS.get(question)?.validate(input, { abortEarly: true });
  if (!read || read.error) throw new Problem('bad-request', { cause: question });
  return read.value as ChargingRequest<Q>;
}
