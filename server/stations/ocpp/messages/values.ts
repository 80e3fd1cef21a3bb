/** A message from a station. Its fields need not conform to OCPP. */
export type Message = Readonly<Record<string, unknown>>;

export const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const messageIn = (value: unknown): Message => (isMessage(value) ? value : {});
export const listIn = (value: unknown): readonly Message[] => (Array.isArray(value) ? value.filter(isMessage) : []);

/**
 * Returns the trimmed text of a field. A number is accepted too, because some stations send numbers instead of texts.
 * @returns null if the text is missing or empty
 */
export function textIn(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

/**
 * Returns the status in a station's response.
 * @returns null if it has none
 */
export const statusOf = (answer: unknown): string | null => textIn(messageIn(answer).status);

/**
 * Parses a number.
 * @returns null for everything else, including a decimal comma and NaN
 */
export function numberIn(value: unknown): number | null {
  const text = textIn(value);
  const number = text !== null && /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text) ? Number(text) : null;
  return Number.isFinite(number) ? number : null;
}

/**
 * Parses an integer within the range that JSON represents exactly.
 * @returns null for everything else
 */
export function integerIn(value: unknown): number | null {
  const number = numberIn(value);
  return number !== null && Number.isSafeInteger(number) ? number : null;
}

/**
 * Parses a time. Without a zone, it counts as UTC. If the station meant another zone, the offset of its clock compensates for
 * that (clocks.ts).
 * @returns null if it is unreadable
 */
export function instantIn(value: unknown): Date | null {
  const text = textIn(value);
  if (text === null) return null;
  const hasZone = /([zZ]|[+-]\d{2}:?\d{2})$/.test(text);
  const at = new Date(hasZone ? text : `${text}Z`);
  return Number.isFinite(at.getTime()) ? at : null;
}
