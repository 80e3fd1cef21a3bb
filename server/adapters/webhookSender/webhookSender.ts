import type { WebhookAnswer, WebhookRequest, WebhookSender } from '../../core/ports/webhookPort.ts';
import { createHttpClient, type HttpClient, type HttpFailure } from '../../platform/http.ts';
import { VERSION } from '../../platform/version.ts';

/** A receiver on the local machine, for tests. It needs no TLS. */
export interface LocalReceiver {
  origin: string;
}

const LIMIT_MS = 15_000;
/** Maximum number of bytes of an answer that are read. */
const MAX_BYTES = 65_536;
/** Number of characters of an answer that are stored. */
const MAX_TEXT = 200;

/** Creates the sender of webhooks, signed as in Standard Webhooks 1.0.0. */
export function createWebhookSender({ place }: { place?: LocalReceiver | undefined } = {}): WebhookSender {
  const [client, localClient] = (['public', 'any'] as const).map(addresses =>
    createHttpClient({ timeoutMs: LIMIT_MS, maxBytes: MAX_BYTES, addresses }),
  ) as [HttpClient, HttpClient];
  const isLocal = (url: string): boolean => place !== undefined && URL.parse(url)?.origin === place.origin;
  return {
    accepts: url => isLocal(url) || isHttps(url),
    async send(request) {
      if (!isLocal(request.url) && !isHttps(request.url)) return { status: null, text: 'not https', retryAfterMs: null };
      const headers = await headersOf(request);
      const sent = (isLocal(request.url) ? localClient : client)({
        ...{ method: 'POST', url: request.url, headers, body: request.body },
      });
      return sent.then(
        ({ status, headers: answered, body }): WebhookAnswer => ({
          status,
          text: textOf(body),
          retryAfterMs: waitIn(answered['retry-after']),
        }),
        ({ reason, status }: HttpFailure): WebhookAnswer => ({
          // The status of an answer that is too large has arrived. An answer that is too slow counts as none.
          status: reason === 'too large' ? status : null,
          text: reason,
          retryAfterMs: null,
        }),
      );
    },
  };
}

async function headersOf({ id, body, secrets }: WebhookRequest): Promise<Record<string, string>> {
  // Imported on demand, because the app does not need it to start.
  const { Webhook } = await import('standardwebhooks');
  // The time of the attempt on the real clock, because receivers compare the time with theirs.
  const at = new Date();
  return {
    'content-type': 'application/json',
    'user-agent': `charging-webhooks/${VERSION}`,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map(secret => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}

/** Whether the URL is HTTPS, without user name and password. Private addresses are refused when the socket connects. */
function isHttps(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === 'https:' && url.username === '' && url.password === '';
}

/** Returns the beginning of an answer on one line. Control characters are left out. PostgreSQL stores no U+0000. */
const textOf = (body: Buffer): string =>
  body
    .subarray(0, 4 * MAX_TEXT)
    .toString('utf8')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_TEXT);

/** Reads `Retry-After`, in seconds or as a date (RFC 9110, section 10.2.3). */
function waitIn(header: string | undefined): number | null {
  if (header === undefined) return null;
  const ms = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}
