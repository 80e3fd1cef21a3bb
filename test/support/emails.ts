import type { Email } from '../../server/core/ports/mailPort.ts';
import { enqueueRefund } from '../../server/shop/payments/refunds.ts';
import type { Locale } from '../../shared/model/locales.ts';
import { MINUTE_S } from '../../shared/model/time.ts';
import { billed } from './billed.ts';
import { type OpenOperator, type Ordered, openOperator } from './openShop.ts';
import { until } from './until.ts';

/** Every kind of e-mail that a driver can receive, and the e-mail to the accounting department of the driver's company. */
export const EMAIL_KINDS = [
  'started',
  'withdrawal',
  'receipt',
  'company',
  'refund',
  'forward',
  'nothing',
  'cancelled',
  'occupancy',
  'blocking',
] as const;
export type EmailKind = (typeof EMAIL_KINDS)[number];
export type EmailsByKind = Readonly<Record<EmailKind, string>>;

/** A point whose brand offers a right of withdrawal and charges a blocking fee. */
const FARNWALD = { clientId: 'farnwald', evseId: 'DE*FRW*E2001*1', connector: '1' };
const COMPANY = {
  companyName: 'Fuhrpark Muster Verwaltungsgesellschaft mbH',
  street: 'Hafenstraße 3',
  postalCode: '20457',
  city: 'Hamburg',
  country: 'de',
  vatId: 'DE123456789',
};

/**
 * Triggers each kind of e-mail by the actions of a driver.
 * @returns the HTML by kind, as a mail program shows it: with its images
 */
export async function renderEmails(locale: Locale): Promise<EmailsByKind> {
  const shop = await openOperator();
  try {
    const last = () => shownHtml(shop.emails.at(-1));
    const after = async (work: () => Promise<unknown>): Promise<string> => {
      const before = shop.emails.length;
      await work();
      await until(
        async () => {
          await shop.pass(1);
          return shop.emails.length;
        },
        count => count > before,
      );
      return last();
    };
    const start = (more: Parameters<OpenOperator['charging']>[0] = {}) => shop.charging({ locale, ...more });
    const first = await start(FARNWALD);
    const { sessionId } = first;
    const started = last();
    const withdrawal = await after(() => shop.operator.withdraw({ sessionId, name: 'Ada Lovelace', email: 'ada@example.org' }));
    const receipt = await after(() => billed(shop, first, 23_400));
    const second = await start();
    await billed(shop, second);
    const company = await after(() => shop.operator.requestCompanyInvoice({ receipt: second.sessionId, company: COMPANY }));
    const third = await start({ evseId: 'DE*BLF*E1002*1' });
    await billed(shop, third);
    const refund = await after(() => refunded(shop, third));
    const form = { receipts: [sessionId, third.sessionId], email: 'books@example.org', locale, formToken: 'form' };
    const forward = await after(() => shop.operator.forwardReceipts(form));
    const fourth = await start();
    const nothing = await after(async () => {
      await shop.stations.end(fourth.authorizationReference, { at: shop.clock.now(), energyWh: 0 });
    });
    await shop.paid({ locale });
    const cancelled = await after(() => shop.pass(4 * MINUTE_S));
    const fifth = await start({ evseId: 'DE*BLF*E1004*2' });
    const occupancy = await after(() =>
      shop.stations.meter(fifth.authorizationReference, { at: shop.clock.now(), energyWh: 9_000, powerW: 0, isCharging: false }),
    );
    await start({ ...FARNWALD, evseId: 'DE*FRW*E2002*1' });
    const blocking = await after(() => shop.pass(231 * MINUTE_S));
    return { started, withdrawal, receipt, company, refund, forward, nothing, cancelled, occupancy, blocking };
  } finally {
    await shop.close();
  }
}

const shownHtml = (email: Email | undefined): string =>
  (email?.images ?? []).reduce(
    (html, { id, contentType, content }) =>
      html.replaceAll(`cid:${id}`, `data:${contentType};base64,${Buffer.from(content).toString('base64')}`),
    email?.html ?? '',
  );

async function refunded(shop: OpenOperator, ordered: Ordered): Promise<void> {
  const { number } = await shop.session(ordered);
  await enqueueRefund(
    { store: shop.store, now: shop.clock.now() },
    { number, amountMinor: 412, reason: 'The station stopped twice' },
  );
}
