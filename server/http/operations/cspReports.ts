import express, { type RequestHandler } from 'express';
import { findRoute } from '../../../client/core/routes.ts';
import { splitLocale } from '../../../shared/model/locales.ts';
import { MINUTE_MS } from '../../../shared/model/time.ts';
import type { Log } from '../request/log.ts';

/**
 * Maximum number of logged reports per minute. Enough to notice a problem, but too few to fill a disk: anybody can send reports.
 */
const MAX_PER_MINUTE = 10;
const MAX_BATCH = 5;

/** A resource or script that a browser blocked. URLs are left out, because the URL of a session gives access to it. */
interface Blocked {
  directive: string;
  /** What was blocked: a CSP keyword such as "inline", a URL scheme, or the host of another site. */
  what: string;
  /** Route name of the page that caused the report. */
  page: string;
}

/**
 * Logs browser reports about blocked content (CSP violations), in both report formats. Reports above the limit are dropped and
 * only counted.
 */
export function cspReports({ log }: { log: Pick<Log, 'warn'> }): RequestHandler[] {
  let minute = 0;
  let logged = 0;
  let dropped = 0;
  return [
    express.json({
      type: ['application/csp-report', 'application/reports+json', 'application/json'],
      limit: '16kb',
      inflate: false,
    }),
    (request, response) => {
      response.locals.route = 'csp';
      const now = Math.floor(Date.now() / MINUTE_MS);
      if (now !== minute) [minute, logged] = [now, 0];
      const host = request.get('host') ?? '';
      for (const blocked of readReports(request.body, host).slice(0, MAX_BATCH)) {
        if (logged >= MAX_PER_MINUTE) {
          dropped++;
          continue;
        }
        log.warn('content blocked by browser', { ...blocked, ...(dropped > 0 ? { dropped } : {}) });
        logged++;
        dropped = 0;
      }
      response.status(204).end();
    },
  ];
}

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;

function readReports(body: unknown, host: string): Blocked[] {
  const old = fieldsOf(fieldsOf(body)?.['csp-report']);
  const reports = Array.isArray(body) ? body.map(report => fieldsOf(fieldsOf(report)?.body)) : [old];
  return reports.flatMap(report => {
    if (report === null) return [];
    const directive = report['effective-directive'] ?? report['violated-directive'] ?? report.effectiveDirective;
    const blocked = report['blocked-uri'] ?? report.blockedURL;
    if (typeof directive !== 'string' || typeof blocked !== 'string') return [];
    const page = report['document-uri'] ?? report.documentURL;
    return [{ directive: /^[a-z-]{3,40}/.exec(directive)?.[0] ?? 'other', what: whatOf(blocked, host), page: pageOf(page) }];
  });
}

/**
 * Returns what was blocked, for example "inline", "chrome-extension:" or "cdn.example". Never a path, which may name a person or
 * give access to a session.
 */
function whatOf(blocked: string, host: string): string {
  if (/^[a-z-]{1,30}$/.test(blocked)) return blocked;
  if (!URL.canParse(blocked)) return 'other';
  const url = new URL(blocked);
  if (url.host === host) return 'self';
  return /^https?:$/.test(url.protocol) ? url.host.slice(0, 80) : url.protocol.slice(0, 30);
}

function pageOf(address: unknown): string {
  if (typeof address !== 'string' || !URL.canParse(address)) return 'other';
  return findRoute(splitLocale(new URL(address).pathname).path).route.name;
}
