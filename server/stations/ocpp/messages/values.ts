/** A message from a station. The fields may differ from the standard. */
export type Message = Readonly<Record<string, unknown>>;

export const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const messageIn = (value: unknown): Message => (isMessage(value) ? value : {});
export const listIn = (value: unknown): readonly Message[] => (Array.isArray(value) ? value.filter(isMessage) : []);

/**
 * Reads a text. Numbers are accepted, because some stations confuse the two types.
 * @returns null if there is no text
 */
export function textIn(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

/**
 * Reads the status of a station's response.
 * @returns null if the response has none
 */
export const statusOf = (answer: unknown): string | null => textIn(messageIn(answer).status);

/**
 * Reads a number.
 * @returns null for everything else, including a decimal comma and NaN
 */
export function numberIn(value: unknown): number | null {
  const text = textIn(value);
  const number = text !== null && /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text) ? Number(text) : null;
  return Number.isFinite(number) ? number : null;
}

/** Reads a whole number within the range that JSON represents exactly. */
export function integerIn(value: unknown): number | null {
  const number = numberIn(value);
  return number !== null && Number.isSafeInteger(number) ? number : null;
}

/**
 * Reads a time. A time without a zone is read as UTC. If the station meant another zone, the clock offset (clocks.ts) corrects
 * this.
 */
export function instantIn(value: unknown): Date | null {
  const text = textIn(value);
  if (text === null) return null;
  const hasZone = /([zZ]|[+-]\d{2}:?\d{2})$/.test(text);
  const at = new Date(hasZone ? text : `${text}Z`);
  return Number.isFinite(at.getTime()) ? at : null;
}
