import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { unforeseen } from './random.ts';

interface SecurityDependencies {
  /** Origins of the payment provider's pages. Without them, Chromium blocks the redirect after the pay button. */
  formOrigins: readonly string[];
  isHttps: boolean;
}

/** The Permissions-Policy of a page. No permissions, except for the camera on pages that scan a QR code. */
export const permissionsPolicy = ({ usesCamera }: { usesCamera: boolean }): string =>
  `camera=(${usesCamera ? 'self' : ''}), microphone=(), geolocation=(), usb=()`;

/**
 * Sets the security headers of every response. Scripts and inline styles need a nonce. HTML strings cannot become elements
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
      // With no-referrer, browsers would send `Origin: null` with the app's own forms.
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
/** Placeholder for the nonce of a response. */
const NONCE = 'of-each-answer';

/** The headers that helmet sets. They are the same for every response, so helmet runs once. */
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
