import type Joi from 'joi';
import type { DataFault } from '../records/records.ts';

/** Errors and warnings that an import has found so far. One error makes the app refuse the whole import; a warning does not. */
export interface Findings {
  faults: DataFault[];
  remarks: DataFault[];
}

/** The file of the operator's folder and the JSON path in that file to which an error or warning refers. */
export interface Where {
  file: string;
  path: string;
}

/** Thrown if the operator's folder is refused as a whole. The message has one line per error: file, path, reason. */
export class DataRefused extends Error {
  readonly faults: readonly DataFault[];

  constructor(faults: readonly DataFault[]) {
    super(faults.map(({ file, path, reason }) => `${file} ${path}: ${reason}`).join('\n'));
    this.name = 'DataRefused';
    this.faults = faults;
  }
}

/** Appends keys to a JSON path: '$' and ['evses', 0, 'status'] give '$.evses[0].status'. */
export function pathBelow(path: string, keys: readonly (string | number)[]): string {
  return path + keys.map(key => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');
}

/** Adds an error at the path `where.path` plus `keys`. */
export function noteFault({ findings, where, keys, reason }: Noted): void {
  findings.faults.push({ file: where.file, path: pathBelow(where.path, keys), reason });
}

interface Noted {
  findings: Findings;
  where: Where;
  keys: readonly (string | number)[];
  reason: string;
}

/** `convert: false` refuses a price such as "1" (text instead of a number), because it may be a mistake. */
const OPTIONS: Joi.ValidationOptions = { abortEarly: false, convert: false, errors: { label: false } };

/**
 * Validates a value and applies the defaults of its schema. Texts that cannot be stored in a database or document are errors
 * too.
 * @returns null if the value is invalid; all errors are then added to the findings
 */
export function validated<T>({ schema, value, where, findings }: Check<T>): T | null {
  const keyPaths = unstorable(value, []);
  for (const keys of keyPaths) noteFault({ findings, where, keys, reason: UNSTORABLE });
  if (keyPaths.length > 0) return null;
  const result = schema.validate(value, OPTIONS);
  if (result.error === undefined) return result.value;
  for (const { path, message } of result.error.details) {
    findings.faults.push({ file: where.file, path: pathBelow(where.path, path), reason: message });
  }
  return null;
}

const UNSTORABLE = 'holds a character that cannot be stored: U+0000, or half of one that is written as two (U+D800 to U+DFFF)';

type Keys = readonly (string | number)[];

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Returns the paths of texts that cannot be stored in a database or document. */
function unstorable(part: unknown, keys: Keys): Keys[] {
  if (typeof part === 'string') return isStorable(part) ? [] : [keys];
  if (Array.isArray(part)) return part.flatMap((each, at) => unstorable(each, [...keys, at]));
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, each]) => unstorable(each, [...keys, key]));
}

interface Check<T> {
  schema: Joi.Schema<T>;
  value: unknown;
  where: Where;
  findings: Findings;
}
