import Joi from 'joi';
import { countQuirk, type DisplayText, displayTexts, identifier, word } from './values.ts';

/** The CPO's immediate response to a command: whether the CPO accepts the command, not whether the station executed it. */
export interface CommandResponse {
  /** 'ACCEPTED', 'REJECTED', 'NOT_SUPPORTED', 'UNKNOWN_SESSION'. */
  result: string;
  /** Maximum time until the result, in seconds. Null: not sent. */
  timeout: number | null;
  message: DisplayText[];
}

/** The result of the command at the station. */
export interface CommandResult {
  /** 'ACCEPTED', 'EVSE_OCCUPIED', 'TIMEOUT' and others. */
  result: string;
  message: DisplayText[];
  /** Not part of the standard: the id of the session that began. */
  session_id?: string;
}

const timeout = Joi.number()
  .integer()
  .min(0)
  .default((_parent: unknown, helpers: Joi.CustomHelpers) => {
    countQuirk(helpers, 'missing timeout');
    return null;
  });

export const COMMAND_RESPONSE = Joi.object<CommandResponse>({
  result: word.required(),
  timeout,
  message: displayTexts,
}).required();

export const COMMAND_RESULT = Joi.object<CommandResult>({
  result: word.required(),
  message: displayTexts,
  session_id: identifier,
}).required();
