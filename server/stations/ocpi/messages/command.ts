import Joi from 'joi';
import { countQuirk, type DisplayText, displayTexts, identifier, word } from './values.ts';

/** The CPO's answer to a command: whether it takes it, not whether a station did. */
export interface CommandResponse {
  /** 'ACCEPTED', 'REJECTED', 'NOT_SUPPORTED', 'UNKNOWN_SESSION'. */
  result: string;
  /** Seconds until the result comes at the latest; null: not told. */
  timeout: number | null;
  message: DisplayText[];
}

/** What became of the command at the station. */
export interface CommandResult {
  /** 'ACCEPTED', 'EVSE_OCCUPIED', 'TIMEOUT' … */
  result: string;
  message: DisplayText[];
  /** Not of the standard: a hint at the session that began. */
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
