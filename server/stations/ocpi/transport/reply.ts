import type { STATUS } from './envelope.ts';

/** The response of an endpoint without its envelope. */
export interface Reply {
  /** HTTP status. Missing: 200. */
  status?: number;
  code: (typeof STATUS)[keyof typeof STATUS];
  message?: string;
  data?: unknown;
  headers?: Readonly<Record<string, string>>;
}
