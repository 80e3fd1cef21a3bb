import { textIn } from '../messages/values.ts';

/** Maximum length of a stored fault. The vendor's code has up to 50 characters (OCPP 1.6, 6.47; OCPP 2.0.1, EventDataType). */
const MAX_FAULT_LENGTH = 80;

/** Returns an error code and the vendor's code as one text, separated by a space. */
export const faultText = (code: string, vendorCode: unknown): string =>
  // PostgreSQL refuses the character NUL, with which some stations fill their texts.
  `${code} ${textIn(vendorCode) ?? ''}`.replaceAll('\0', '').trim().slice(0, MAX_FAULT_LENGTH);
