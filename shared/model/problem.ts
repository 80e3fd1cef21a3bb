/** Everything that may go wrong and that a visitor is told about. Anything else that is thrown is a bug. */
export const PROBLEMS = [
  'bad-request',
  'wrong-origin',
  'wrong-method',
  'no-page',
  'no-client',
  'no-charging-point',
  'no-session',
  'no-receipt',
  'plug-taken',
  'tariff-changed',
  'code-used',
  'not-now',
  'invoice-not-ready',
  'receipt-not-ready',
  'invoice-replaced',
  'calibration-not-ready',
  'link-expired',
  'invalid-input',
  'too-many',
  'unpaid-orders',
  'small-sessions',
  'not-offered',
  'payments-unavailable',
  'search-failed',
  'stations-unavailable',
  'unavailable',
  'unexpected',
] as const;
export type ProblemCode = (typeof PROBLEMS)[number];

/** A message key and what goes into its placeholders. */
export interface FieldError {
  key: string;
  values?: Readonly<Record<string, string | number>>;
}
export type FieldErrors = Readonly<Record<string, FieldError>>;

interface ProblemDetails {
  /** Field name to message, for `invalid-input`. */
  fields?: FieldErrors;
  /** When to try again, for what passes by itself. */
  retryAfterS?: number;
  cause?: unknown;
}

export class Problem extends Error {
  override name = 'Problem';
  readonly code: ProblemCode;
  readonly fields: FieldErrors;
  readonly retryAfterS: number | null;

  constructor(code: ProblemCode, { fields = {}, retryAfterS, cause }: ProblemDetails = {}) {
    super(code, { cause });
    this.code = code;
    this.fields = fields;
    this.retryAfterS = retryAfterS ?? null;
  }
}
