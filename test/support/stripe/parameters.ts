import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { parse } from 'qs';
import { refuseUnusable } from './limits.ts';
import { Refusal } from './refusal.ts';
import type { Shapes } from './shapes.ts';

export type Call = keyof Shapes;

const ROOT = path.resolve(import.meta.dirname, '../../..');
const SHAPES = path.join(import.meta.dirname, 'shapes.ts');
const MAKER = path.join(import.meta.dirname, 'makeSchema.ts');

/** Parses form data or a query string into nested objects. */
export const readForm = (text: string): Record<string, unknown> => parse(text, { depth: 12, arrayLimit: 1000 });

/**
 * Checks the parameters of a call as Stripe does: unknown names and wrong types are refused.
 * @throws Refusal if a parameter is invalid
 */
export function readParameters<C extends Call>(call: C, form: Record<string, unknown>): Shapes[C] {
  const check = checkOf(call);
  if (!check(form)) throw refusalOf(check.errors?.[0]);
  if (call === 'sessions.create') refuseUnusable(form);
  return form as Shapes[C];
}

/**
 * Compiles the parameter checks before the first request. During a request it would take too long, because the app gives up a
 * call after a few seconds.
 */
export function prepareChecks(calls: readonly Call[]): void {
  for (const call of calls) checkOf(call);
}

/**
 * All fake servers of a test file share the compiled checks, because compiling the checks for one payment takes more than a
 * second.
 */
const checks = new Map<Call, ValidateFunction>();
let ajv: Ajv | undefined;

function checkOf(call: Call): ValidateFunction {
  ajv ??= createAjv();
  const check = checks.get(call) ?? ajv.compile({ $ref: `stripe#/definitions/Shapes/properties/${call}` });
  checks.set(call, check);
  return check;
}

function createAjv(): Ajv {
  const schema = JSON.parse(readSchema()) as { definitions: Record<string, unknown> };
  // Form values are strings. `coerceTypes` accepts '8000' where Stripe expects a number.
  return new Ajv({ coerceTypes: 'array', strict: false, logger: false, code: { optimize: false } }).addSchema(schema, 'stripe');
}

const CODES: Readonly<Record<string, string>> = { required: 'parameter_missing', additionalProperties: 'parameter_unknown' };

function refusalOf(error: ErrorObject | undefined): Refusal {
  const params = error?.params as { missingProperty?: string; additionalProperty?: string } | undefined;
  const param = [error?.instancePath, params?.missingProperty ?? params?.additionalProperty].filter(Boolean).join('/');
  return new Refusal(400, CODES[error?.keyword ?? ''] ?? 'parameter_invalid', { param, message: error?.message ?? '' });
}

/**
 * Returns the schema of all parameters. Its generation takes some seconds, so it is cached on disk until the SDK or a source of
 * the schema changes.
 */
function readSchema(): string {
  const sdk = readFileSync(path.join(ROOT, 'node_modules/stripe/VERSION'), 'utf8').trim();
  const hash = createHash('sha256')
    .update(sdk)
    .update(readFileSync(SHAPES))
    .update(readFileSync(MAKER))
    .digest('hex')
    .slice(0, 16);
  const folder = path.join(ROOT, 'node_modules/.cache');
  const file = path.join(folder, `stripe-parameters-${hash}.json`);
  if (!existsSync(file)) {
    const env = { ...process.env, NODE_OPTIONS: '' };
    const made = execFileSync(process.execPath, [MAKER, SHAPES, path.join(ROOT, 'tsconfig.json')], { maxBuffer: 2 ** 26, env });
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${file}.${process.pid}`, made);
    renameSync(`${file}.${process.pid}`, file);
  }
  return readFileSync(file, 'utf8');
}
