/** An error response of Stripe. The fake throws it. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly status: number;
  readonly code: string;
  readonly body: { error: Record<string, unknown> };

  constructor(status: number, code: string, more: { type?: string; param?: string; message?: string } = {}) {
    super(code);
    this.status = status;
    this.code = code;
    const type = status >= 500 ? 'api_error' : 'invalid_request_error';
    this.body = { error: { type, code, message: code, ...more } };
  }
}
