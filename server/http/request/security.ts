import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { unforeseen } from './random.ts';

interface SecurityDependencies {
  /**
   * Origins of the payment provider's pages, for `form-action`. Without them, Chromium blocks the redirect after the pay button.
   */
  formOrigins: readonly string[];
  isHttps: boolean;
}

/** Returns the Permissions-Policy header of a page. Only pages that scan a QR code may use the camera. */
export const permissionsPolicy = ({ usesCamera }: { usesCamera: boolean }): string =>
  `camera=(${usesCamera ? 'self' : ''}), microphone=(), geolocation=(), usb=()`;

/**
 * Sets the security headers of every response. Scripts and inline styles require a nonce, and scripts cannot insert HTML strings
 * (Trusted Types).
 */
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
      // With the policy no-referrer, browsers would send `Origin: null` with the app's own forms.
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
/** Placeholder that is replaced by the nonce of each response. */
const NONCE = 'of-each-answer';

/** Returns the headers that helmet sets. They are equal for all responses, so helmet runs only once. */
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
