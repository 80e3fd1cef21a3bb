/** What a station has sent, before anybody knows whether it is what the standard says. */
export type Message = Readonly<Record<string, unknown>>;

export const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const messageIn = (value: unknown): Message => (isMessage(value) ? value : {});
export const listIn = (value: unknown): readonly Message[] => (Array.isArray(value) ? value.filter(isMessage) : []);

/** Numbers are taken for texts too: some stations mix them up. Null: nothing is said. */
export function textIn(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

/** The status of a station's answer; null: the answer has none. */
export const statusOf = (answer: unknown): string | null => textIn(messageIn(answer).status);

/** Null for what is no number: with a comma, NaN, or nothing. */
export function numberIn(value: unknown): number | null {
  const text = textIn(value);
  const number = text !== null && /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text) ? Number(text) : null;
  return Number.isFinite(number) ? number : null;
}

/** A whole number that JSON keeps exactly. */
export function integerIn(value: unknown): number | null {
  const number = numberIn(value);
  return number !== null && Number.isSafeInteger(number) ? number : null;
}

/** A time without a zone is read as UTC; whether it was is seen by the station's clock (clocks.ts). */
export function instantIn(value: unknown): Date | null {
  const text = textIn(value);
  if (text === null) return null;
  const hasZone = /([zZ]|[+-]\d{2}:?\d{2})$/.test(text);
  const at = new Date(hasZone ? text : `${text}Z`);
  return Number.isFinite(at.getTime()) ? at : null;
}
