import express, { type Router } from 'express';
import type { i18n as I18n, TFunction } from 'i18next';
import { handle } from 'i18next-http-middleware';
import { matchPath } from 'react-router';
import { PATHS, pathTo } from '../../../shared/charging/paths.ts';
import type { BlockingFee, Session } from '../../../shared/charging/session.ts';
import { formatMicro, formatTime } from '../../../shared/figures/format.ts';
import type { Locale } from '../../../shared/model/locales.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { MINUTE_MS } from '../../../shared/model/time.ts';
import type { Backend } from '../../core/ports/backend.ts';
import { parseRequest } from '../request/input.ts';
import { readable, visitorOf } from '../request/visitor.ts';

/**
 * Serves a calendar file that reminds a driver to unplug before a blocking or occupancy fee begins.
 * @throws Problem 'no-page' if no such fee is about to begin
 */
export function calendar({ backend, texts }: { backend: Backend; texts: I18n }): Router {
  const router = express.Router();
  router.get(/\/blocking-fee\.ics$/, handle(texts), async (request, response, next) => {
    const { path, locale, origin } = visitorOf(response);
    const match = matchPath({ path: PATHS.blockingFee, caseSensitive: true }, readable(path));
    if (!match) return next();
    response.locals.route = 'blockingFee';
    const { sessionId } = parseRequest('getSession', { sessionId: match.params.sessionId });
    const session = await backend.getSession({ sessionId });
    if (!('blocking' in session) || !session.blocking || session.blocking.isRunning) throw new Problem('no-page');
    response
      .set({ 'Cache-Control': 'no-store', 'Content-Disposition': 'inline; filename="blocking-fee.ics"' })
      .type('text/calendar; charset=utf-8')
      .send(reminder({ session, fee: session.blocking, locale, origin, translate: request.t }));
  });
  return router;
}

interface ReminderOptions {
  session: Extract<Session, { blocking: unknown }>;
  fee: BlockingFee;
  locale: Locale;
  origin: string;
  translate: TFunction;
}

/** Duration of the calendar entry. Calendars display an entry without a duration badly. */
const LENGTH_MS = 15 * MINUTE_MS;

/**
 * Creates an iCalendar file (RFC 5545). The URL in the file opens the read-only view of the session: calendars are often shared,
 * and the URL of the session page would allow anybody to stop the session.
 */
function reminder({ session, fee, locale, origin, translate }: ReminderOptions): string {
  const { place, number, asOf, watchId, values } = session;
  const region = { locale, country: place.country, timeZone: place.timeZone };
  const description = translate(`session.${fee.kind}From`, {
    time: formatTime(fee.fromAt, region),
    price: formatMicro(fee.perMinuteMicro, values.cost.currency, region),
  });
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Ad-hoc charging//Blocking fee//EN',
    'BEGIN:VEVENT',
    `UID:blocking-fee-${number}@${new URL(origin).hostname}`,
    `DTSTAMP:${stamp(Date.parse(asOf))}`,
    `DTSTART:${stamp(Date.parse(fee.fromAt))}`,
    `DTEND:${stamp(Date.parse(fee.fromAt) + LENGTH_MS)}`,
    `SUMMARY:${escaped(translate(`session.calendar.${fee.kind}`))}`,
    `DESCRIPTION:${escaped(description)}`,
    `LOCATION:${escaped(`${place.street}, ${place.postalCode} ${place.city}`)}`,
    `URL:${new URL(pathTo('watch', { locale, clientId: place.clientId, watchId }), origin).href}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:-PT10M',
    `DESCRIPTION:${escaped(description)}`,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map(line => `${folded(line)}\r\n`).join('');
}

/** Formats an instant for iCalendar: "20261121T104500Z". */
const stamp = (ms: number): string => new Date(ms).toISOString().replace(/[-:]|\.\d{3}/g, '');

const escaped = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');

const LINE_OCTETS = 75;

/** Breaks a line after 75 octets. The next line begins with a space, which readers remove (RFC 5545, section 3.1). */
function folded(line: string): string {
  let octets = 0;
  return [...line]
    .map(char => {
      const size = Buffer.byteLength(char);
      octets += size;
      if (octets <= LINE_OCTETS) return char;
      octets = size + 1;
      return `\r\n ${char}`;
    })
    .join('');
}
