import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../../server/core/ports/ports.ts';
import { createDoor, type ReceivedRequest } from './apiServer.ts';
import { findPeerCard } from './cards.ts';
import { enterCard } from './driver.ts';
import { dispute, endDispute } from './endpoints.ts';
import { createFaults, type Fault } from './faults.ts';
import { hostedPage } from './hostedPage.ts';
import { createNotices, type Ear, type Notice } from './notices.ts';
import { readForm } from './parameters.ts';
import { payOut } from './payouts.ts';
import { type Books, chargeOf, createBooks, type LedgerEntry, letRunOut, pageOf, type RecordedPage } from './records.ts';

export interface FakeStripe {
  /** Origin of the API and of the hosted pages, http://127.0.0.1:port. */
  origin: string;
  books: Books;
  /** All movements of money, in order of time. */
  ledger: readonly LedgerEntry[];
  received: readonly ReceivedRequest[];
  notices: readonly Notice[];
  trouble(...faults: readonly Fault[]): void;
  sendTo(ear: Ear | null): void;
  /** Resolves when each event has either been delivered or given up. */
  sent(): Promise<void>;
  dispute(page: string): void;
  /** Closes the dispute of a page with the decision of the bank. */
  endDispute(page: string, status: 'won' | 'lost'): void;
  /** Makes every API key invalid. */
  refuseKeys(): void;
  close(): Promise<void>;
}

/**
 * Starts a local Stripe with the part of the API that the app uses. The types of Stripe's SDK define valid parameters, objects
 * begin as copies of Stripe's samples, and state changes follow Stripe's documentation. Tests control a fake in a separate
 * process under `/control`: GET ledger, payments, heard, notices; POST faults, ear, dispute, payout, each with a JSON body.
 */
export async function startFakeStripe({
  port = 0,
  clock = { now: () => new Date() },
  slackS = 0,
}: {
  port?: number;
  clock?: Pick<Clock, 'now'>;
  /**
   * Seconds by which the minimum lifetime of a page (30 minutes) is reduced. Needed if the clock is accelerated, because it
   * advances while a request is in transit.
   */
  slackS?: number;
} = {}): Promise<FakeStripe> {
  const notices = createNotices(clock);
  const books = createBooks({ clock, emit: notices.emit, minPageS: HALF_HOUR_S - slackS });
  const faults = createFaults();
  const received: ReceivedRequest[] = [];
  let hasKeys = true;
  const door = createDoor({ books, faults, clock, received, hasKeys: () => hasKeys, origin: () => origin });
  const control: Readonly<Record<string, (body: unknown) => unknown>> = {
    'GET ledger': () => books.ledger,
    'GET payments': () => paymentsOf(books),
    'GET heard': () => received,
    'GET notices': () => notices.notices,
    'POST faults': body => faults.add(...(body as readonly Fault[])),
    'POST ear': body => notices.sendTo(body as Ear | null),
    'POST payout': body => payOut(books, body as Parameters<typeof payOut>[1]),
    'POST dispute': body => dispute(books, (body as { page: string }).page),
  };

  const server = createServer(async (request, response) => {
    const text = await bodyOf(request);
    const { pathname } = new URL(request.url ?? '/', 'http://peer');
    const pageId = /^\/c\/pay\/(\w+)$/.exec(pathname)?.[1];
    const wish = control[`${request.method} ${/^\/control\/(\w+)$/.exec(pathname)?.[1]}`];
    if (pageId !== undefined) showPage(books, { pageId, typed: request.method === 'POST' ? readForm(text) : null }, response);
    else if (wish) response.writeHead(200, JSON_TYPE).end(JSON.stringify(wish(text === '' ? null : JSON.parse(text)) ?? null));
    else await door(request, text, response);
  });
  server.listen(port, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    books,
    ledger: books.ledger,
    received,
    notices: notices.notices,
    trouble: faults.add,
    sendTo: notices.sendTo,
    sent: notices.sent,
    dispute: page => dispute(books, page),
    endDispute: (page, status) => endDispute(books, page, status),
    refuseKeys() {
      hasKeys = false;
    },
    async close() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

/** Returns the current state of each payment, with the amounts that are held, captured and refunded in minor units. */
const paymentsOf = (books: Books) =>
  [...books.intents.values()].map(intent => {
    const { amount = 0, amount_captured: taken = 0, amount_refunded: back = 0 } = chargeOf(books, intent) ?? {};
    return {
      page: pageOf(books, intent.id)?.page.id ?? '',
      paymentId: intent.metadata.paymentId ?? '',
      status: intent.status,
      currency: intent.currency,
      heldMinor: intent.status === 'requires_payment_method' ? 0 : intent.amount,
      usedMinor: intent.amount_received,
      refundedMinor: taken > 0 ? back - (amount - taken) : 0,
    };
  });

const HALF_HOUR_S = 1800;
const JSON_TYPE = { 'content-type': 'application/json' };

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function showPage(
  books: Books,
  { pageId, typed }: { pageId: string; typed: Record<string, unknown> | null },
  response: ServerResponse,
): void {
  letRunOut(books);
  const storedPage = books.pages.get(pageId);
  const html = { 'content-type': 'text/html; charset=utf-8' };
  if (!storedPage) {
    response.writeHead(404, html).end('<!doctype html><title>Checkout</title><h1>Nothing here</h1>');
    return;
  }
  const refusal =
    typed === null ? null : refusalOf(books, storedPage, { card: String(typed.card), email: String(typed.email ?? '') });
  if (storedPage.page.status === 'complete') response.writeHead(303, { location: storedPage.page.success_url ?? '' }).end();
  else if (storedPage.page.status !== 'open')
    response.writeHead(410, html).end('<!doctype html><title>Checkout</title><h1>Over</h1>');
  else response.writeHead(refusal === null ? 200 : 402, html).end(hostedPage(storedPage.page, refusal));
}

/**
 * Enters a card on the hosted page.
 * @returns the error code that the page displays; null if it displays none
 */
function refusalOf(books: Books, stored: RecordedPage, typed: { card: string; email: string }): string | null {
  const card = findPeerCard(typed.card);
  const outcome = card ? enterCard(books, stored, card, typed.email) : { refusal: 'incorrect_number' };
  return typeof outcome === 'object' ? outcome.refusal : null;
}
