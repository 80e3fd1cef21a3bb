import type Joi from 'joi';
import { type Findings, validated, type Where } from './faults.ts';
import type { Folder } from './folder.ts';

export interface Located<T> {
  where: Where;
  value: T;
}

/**
 * Reads and parses a JSON file.
 * @returns undefined if the file is invalid; the error is then added to the findings
 */
export async function readJson({
  folder,
  file,
  findings,
}: {
  folder: Folder;
  file: string;
  findings: Findings;
}): Promise<unknown> {
  try {
    const text = (await folder.read(file)).toString('utf8');
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    findings.faults.push({
      file,
      path: '$',
      reason: error instanceof SyntaxError ? `is not JSON: ${error.message}` : unreadable(error),
    });
    return undefined;
  }
}

/**
 * Reads all files `{under}/*.json`, each with one object or an array of objects, and returns the objects that match the schema.
 * Errors are added to the findings.
 */
export async function readObjects<T>({ folder, under, schema, findings }: Reading<T>): Promise<Located<T>[]> {
  const found: Located<T>[] = [];
  for (const name of await folder.list(`${under}/`)) {
    const file = `${under}/${name}`;
    const content = await readJson({ folder, file, findings });
    if (content === undefined) continue;
    const values = Array.isArray(content)
      ? content.map((value, at) => ({ value, path: `$[${at}]` }))
      : [{ value: content, path: '$' }];
    for (const { value, path } of values) {
      const where = { file, path };
      if (isEnvelope(value)) {
        findings.faults.push({ ...where, reason: 'is a complete OCPI response: use only the content of its `data`' });
        continue;
      }
      const object = validated({ schema, value: withoutNulls(value), where, findings });
      if (object !== null) found.push({ where, value: object });
    }
  }
  return found;
}

/** Returns true for a complete OCPI response (OCPI 2.2.1 §4.1.7). A file must contain only the `data` of the response. */
const isEnvelope = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'data' in value && 'status_code' in value;

interface Reading<T> {
  folder: Folder;
  under: string;
  schema: Joi.Schema<T>;
  findings: Findings;
}

/** Removes fields that are null, because some OCPI platforms send null for an absent field. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const stated = Object.entries(value).filter(([, field]) => field !== null);
  return Object.fromEntries(stated.map(([key, field]) => [key, withoutNulls(field)]));
}

/** Returns why a file cannot be read, without its path on this machine. */
export function unreadable(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' ? 'is missing' : `cannot be read (${code ?? 'unknown reason'})`;
}
