const DEEPEST = 32;
const MAX_TEXT_LENGTH = 65_536;

/** Thrown if bytes are not an acceptable message. The text gives the reason and quotes nothing of the message. */
export class NotJson extends Error {
  override name = 'NotJson';
}

/**
 * Parses one JSON value in UTF-8, with limits for nesting and the length of texts.
 * @throws NotJson
 */
export function readJson(bytes: Uint8Array): unknown {
  const value = parsed(decoded(bytes));
  const fault = faultIn(value, 0);
  if (fault !== null) throw new NotJson(fault);
  return value;
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new NotJson('is not UTF-8');
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new NotJson('is not JSON');
  }
}

function faultIn(part: unknown, depth: number): string | null {
  if (typeof part === 'string') return part.length > MAX_TEXT_LENGTH ? 'holds a text that is too long' : null;
  if (typeof part !== 'object' || part === null) return null;
  if (depth >= DEEPEST) return 'is nested too deep';
  if (Object.hasOwn(part, '__proto__')) return 'holds a forbidden name';
  for (const each of Object.values(part)) {
    const fault = faultIn(each, depth + 1);
    if (fault !== null) return fault;
  }
  return null;
}
