import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { unforeseen } from './random.ts';

interface SecurityDependencies {
  /** Where the payment provider's page lives: without it the pay button does nothing in Chromium. */
  formOrigins: readonly string[];
  isHttps: boolean;
}

/** What pages may ask a device for: nothing, but for the camera where a QR code can be scanned. */
export const permissionsPolicy = ({ usesCamera }: { usesCamera: boolean }): string =>
  `camera=(${usesCamera ? 'self' : ''}), microphone=(), geolocation=(), usb=()`;

/** Headers of every answer. Scripts and styles run by nonce only; HTML strings cannot become elements (Trusted Types). */
export function security({ formOrigins, isHttps }: SecurityDependencies): RequestHandler {
  const headers = headersOf(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          'default-src': ["'none'"],
          'script-src': [`'nonce-${NONCE}'`, "'strict-dynamic'"],
          'style-src': ["'self'", `'nonce-${NONCE}'`],
          'img-src': ["'self'", 'data:'],
          'font-src': ["'self'"],
          'worker-src': ["'self'"],
          'manifest-src': ["'self'"],
          'connect-src': ["'self'"],
          'form-action': ["'self'", ...formOrigins],
          'base-uri': ["'none'"],
          'object-src': ["'none'"],
          'frame-ancestors': ["'none'"],
          'require-trusted-types-for': ["'script'"],
          'report-uri': ['/csp'],
        },
      },
      strictTransportSecurity: isHttps && { maxAge: 63_072_000, includeSubDomains: true },
      // no-referrer would make browsers send `Origin: null` with our own forms.
      referrerPolicy: { policy: 'same-origin' },
      crossOriginOpenerPolicy: { policy: 'same-origin' },
      crossOriginEmbedderPolicy: { policy: 'credentialless' },
      crossOriginResourcePolicy: { policy: 'same-origin' },
      xFrameOptions: { action: 'deny' },
    }),
  );
  return (_request, response, next) => {
    const nonce = unforeseen(16).toString('base64');
    response.locals.nonce = nonce;
    response.setHeader('Permissions-Policy', NO_CAMERA);
    for (const { name, value } of headers) response.setHeader(name, value.replaceAll(NONCE, nonce));
    next();
  };
}

const NO_CAMERA = permissionsPolicy({ usesCamera: false });
/** Where the nonce of an answer belongs. */
const NONCE = 'of-each-answer';

/** What helmet would set on each answer: always the same, so it is asked once. */
function headersOf(set: ReturnType<typeof helmet>): readonly { name: string; value: string }[] {
  const headers: { name: string; value: string }[] = [];
  const response = {
    setHeader: (name: string, value: string) => void headers.push({ name, value }),
    removeHeader: () => undefined,
  };
  set({} as IncomingMessage, response as unknown as ServerResponse, error => {
    if (error) throw error;
  });
  return headers;
}
