import type { STATUS } from './envelope.ts';

/** What one of our endpoints answers, before it is wrapped. */
export interface Reply {
  /** Of HTTP; 200 unless said otherwise. */
  status?: number;
  code: (typeof STATUS)[keyof typeof STATUS];
  message?: string;
  data?: unknown;
  headers?: Readonly<Record<string, string>>;
}
