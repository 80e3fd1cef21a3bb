import Joi from 'joi';
import { countQuirk, type DisplayText, displayTexts, identifier, word } from './values.ts';

/**
 * The CPO's immediate response to a command. It says whether the CPO accepts the command, not whether the station has executed
 * it.
 */
export interface CommandResponse {
  /** 'ACCEPTED', 'REJECTED', 'NOT_SUPPORTED' or 'UNKNOWN_SESSION'. */
  result: string;
  /** Maximum time until the `CommandResult`, in seconds. Null: the CPO sent none. */
  timeout: number | null;
  message: DisplayText[];
}

/** What the station did with the command. Arrives after the `CommandResponse`. */
export interface CommandResult {
  /** 'ACCEPTED', 'EVSE_OCCUPIED', 'TIMEOUT' or another value of OCPI. */
  result: string;
  message: DisplayText[];
  /** The id of the session that began. Some CPO platforms send it, although OCPI does not define it. */
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
