import type Joi from 'joi';
import type { DataFault } from '../records/records.ts';

/** What reading has found so far: faults refuse the whole import, remarks do not. */
export interface Findings {
  faults: DataFault[];
  remarks: DataFault[];
}

/** Where something was found: a file of the folder and a JSON path inside it. */
export interface Where {
  file: string;
  path: string;
}

/** An operator's folder is refused whole; the message has one line per fault: file, path, reason. */
export class DataRefused extends Error {
  readonly faults: readonly DataFault[];

  constructor(faults: readonly DataFault[]) {
    super(faults.map(({ file, path, reason }) => `${file} ${path}: ${reason}`).join('\n'));
    this.name = 'DataRefused';
    this.faults = faults;
  }
}

/** '$' and ['evses', 0, 'status'] → '$.evses[0].status'. */
export function pathBelow(path: string, keys: readonly (string | number)[]): string {
  return path + keys.map(key => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');
}

/** Notes a fault at a place below `where`. */
export function noteFault({ findings, where, keys, reason }: Noted): void {
  findings.faults.push({ file: where.file, path: pathBelow(where.path, keys), reason });
}

interface Noted {
  findings: Findings;
  where: Where;
  keys: readonly (string | number)[];
  reason: string;
}

/** Numbers stay numbers and texts stay texts: what an operator meant by "1" as a price is not guessed. */
const OPTIONS: Joi.ValidationOptions = { abortEarly: false, convert: false, errors: { label: false } };

/** The value with its defaults, or null with every fault noted: also of texts that no database and no document can hold. */
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

/** Where such texts are. */
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
