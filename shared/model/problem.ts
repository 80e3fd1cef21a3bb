/** Problems that a visitor sees as a message. Any other exception is a bug of the app. */
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

/** The message for one form field: text key and placeholder values. */
export interface FieldError {
  key: string;
  values?: Readonly<Record<string, string | number>>;
}
export type FieldErrors = Readonly<Record<string, FieldError>>;

interface ProblemDetails {
  /** For `invalid-input`: errors by field name. */
  fields?: FieldErrors;
  /** For temporary problems: number of seconds after which a retry makes sense. */
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
