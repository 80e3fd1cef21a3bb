import { randomBytes } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import helmet from 'helmet';

interface SecurityDependencies {
  /** Where the payment provider's page lives: without it the pay button does nothing in Chromium. */
  formOrigins: readonly string[];
  isHttps: boolean;
}

/** What pages may ask a device for: nothing, but for the camera where a QR code can be scanned. */
export const permissionsPolicy = ({ usesCamera }: { usesCamera: boolean }): string =>
  `camera=(${usesCamera ? 'self' : ''}), microphone=(), geolocation=(), usb=()`;

/** Headers of every answer. Scripts and styles run by nonce only; HTML strings cannot become elements (Trusted Types). */
export function security({ formOrigins, isHttps }: SecurityDependencies): RequestHandler[] {
  const nonceOf = (_request: unknown, response: unknown) => `'nonce-${(response as Response).locals.nonce}'`;
  return [
    (_request, response, next) => {
      response.locals.nonce = randomBytes(16).toString('base64');
      response.set('Permissions-Policy', permissionsPolicy({ usesCamera: false }));
      next();
    },
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          'default-src': ["'none'"],
          'script-src': [nonceOf, "'strict-dynamic'"],
          'style-src': ["'self'", nonceOf],
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
  ];
}
