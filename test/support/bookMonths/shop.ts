import { createHolidays } from '../../../server/core/pricing/holidays.ts';
import { USUAL_BOOKS } from '../../../server/core/records/ledgerSettings.ts';
import { bookFile } from '../../../server/staff/ledger/exportFiles.ts';
import { getBook } from '../../../server/staff/ledger/ledger.ts';
import { handleReadPayoutRows, handleReadPayouts } from '../../../server/staff/ledger/readPayouts.ts';
import type { Store } from '../../../server/store/engine/database.ts';
import type { LedgerFileRequest } from '../../../shared/console/ledger.ts';
import type { Currency } from '../../../shared/model/money.ts';
import { createFakePayments } from '../fakePayments.ts';
import { ACCOUNTS, accountOf, type Event, TAXES } from './history.ts';
import { createSums, type Sums } from './ledger.ts';
import { Provider, paidIn } from './provider.ts';
import { note, type Sample, type Sold, writeDocument, writeRefund, writeSale } from './shopRows.ts';

const SETTINGS = {
  ...USUAL_BOOKS,
  suppliers: 'blaufink=29098/1,farnwald=29098/2,third=29098/3',
  accountHolder: 'blaufink',
  accounts: 'DE7=8300,DE0=8100',
};

interface Sale extends Sold {
  paymentId: string;
  /** Total that the payment provider has refunded. `notedMinor` is the part of it that the app knows. */
  backMinor: number;
  notedMinor: number;
  refunds: { isNoted: boolean }[];
  isDisputed: boolean;
  own: number;
}

/**
 * The app's data and a payment provider. Events are applied to both. This class also computes the figures that the ledger should
 * contain, without the product code.
 */
export class Shop {
  now = new Date('2026-09-20T08:00:00Z');
  readonly provider = new Provider();
  readonly sales: Sale[] = [];
  readonly #missed = createSums();
  /**
   * Refunds made at the payment provider for billed sales. The app has issued no credit note for them, so its claims against the
   * drivers remain open.
   */
  readonly #claims = createSums();
  /** Accounting files that were exported for completed months, by month, supplier and currency. */
  readonly exported = new Map<string, string>();
  #jobs = 0;
  readonly #store: Store;
  readonly #sample: Sample;

  constructor(store: Store, sample: Sample) {
    this.#store = store;
    this.#sample = sample;
  }

  get missed(): Sums {
    return this.#missed;
  }
  get claims(): Sums {
    return this.#claims;
  }
  get bookkeeping() {
    const { timeZone, payoutDays, accountHolder } = SETTINGS;
    const about = { store: this.#store, documentFiles: null, holidays: createHolidays(), now: this.now };
    return { ...about, timeZone, payoutDays, accountHolder };
  }

  async happens(event: Event): Promise<void> {
    this.now = new Date(this.now.getTime() + event.minutes * 60_000);
    await this.#kinds[event.kind](event);
  }

  readonly #kinds: Readonly<Record<Event['kind'], (event: Event) => Promise<void> | void>> = {
    sale: event => this.#sells(event, { aboveMinor: 0 }),
    'sale above the hold': event => this.#sells(event, { aboveMinor: 1 + event.pick }),
    'taken without order': event => this.#sells(event, { aboveMinor: null }),
    'own refund': event => this.#refunds(event),
    'refund at the provider': event => this.#isRefunded(event),
    notice: async () => {
      for (const sale of this.sales) await this.#notes(sale);
    },
    dispute: event => this.#disputes(event, false),
    'dispute won': event => this.#disputes(event, true),
    fee: event => this.#changes(event, { kind: 'fee', minor: 0 - event.minor }),
    adjustment: event => this.#changes(event, { kind: 'other', minor: event.minor * (event.pick % 2 === 0 ? 1 : -1) }),
    reserve: event => this.#changes(event, { kind: 'reserve', minor: 0 - event.minor }),
    release: event => this.#changes(event, { kind: 'reserve', minor: event.minor }),
    stranger: event => this.#changes(event, { kind: 'capture', minor: event.minor, paymentId: `of-another-shop-${event.pick}` }),
    payout: ({ supplier, pick }) => {
      const account = accountOf(supplier);
      const gapMinor = pick % 10 === 9 ? 5 : 0;
      for (const currency of paidIn(account)) this.provider.pays(account, { at: this.now, currency, gapMinor });
    },
    'payout by a person': ({ supplier, minor }) =>
      this.provider.paysManually(accountOf(supplier), { at: this.now, currency: 'EUR', minor }),
    return: ({ supplier, pick }) => this.provider.returns(accountOf(supplier), this.now, pick),
    read: ({ pick }) => this.reads(pick),
    open: async ({ supplier }) => {
      await getBook(this.bookkeeping, { period: this.months().at(-1) ?? '', supplier });
    },
    take: async ({ supplier, currency }) => {
      const period = this.months().findLast(month => month < this.now.toISOString().slice(0, 7));
      if (period)
        this.exported.set([period, supplier, currency].join(' '), await this.file({ kind: 'extf', period, supplier, currency }));
    },
  };

  async #sells({ supplier, currency, minor, pick }: Event, { aboveMinor }: { aboveMinor: number | null }): Promise<void> {
    const n = this.sales.length + 1;
    const tax = TAXES[pick % TAXES.length] ?? TAXES[0];
    const sold: Sold = {
      ...{ n, supplier, currency, at: this.now, capturedMinor: minor, country: tax.country, percent: tax.percent },
      billMinor: aboveMinor === null ? null : minor + aboveMinor,
    };
    await writeSale(this.#store, this.#sample, sold);
    const paymentId = `payment-${n}`;
    this.sales.push({ ...sold, paymentId, backMinor: 0, notedMinor: 0, refunds: [], isDisputed: false, own: 0 });
    this.#missed.add(supplier, currency, aboveMinor ?? 0);
    const about = { at: this.now, kind: 'capture', supplier, paymentId, currency, minor, isNoted: true } as const;
    this.provider.moves(accountOf(supplier), { ...about, feeMinor: Math.ceil(minor / 40) });
  }

  #saleAt = ({ pick }: Event, fits: (sale: Sale) => boolean): Sale | undefined => {
    const all = this.sales.filter(fits);
    return all[pick % Math.max(1, all.length)];
  };
  #gives(sale: Sale, { minor, isNoted }: { minor: number; isNoted: boolean }): void {
    const { supplier, currency, paymentId } = sale;
    const about = { at: this.now, kind: 'refund', supplier, paymentId, currency, minor: 0 - minor, isNoted } as const;
    sale.refunds.push(this.provider.moves(accountOf(supplier), about));
    sale.backMinor += minor;
  }

  async #refunds(event: Event): Promise<void> {
    const sale = this.#saleAt(
      event,
      ({ billMinor, capturedMinor, backMinor }) => billMinor !== null && backMinor < capturedMinor,
    );
    if (!sale) return;
    await this.#notes(sale);
    const minor = 1 + (event.minor % (sale.capturedMinor - sale.backMinor));
    this.#gives(sale, { minor, isNoted: true });
    sale.notedMinor = sale.backMinor;
    sale.own++;
    const { n, own } = sale;
    await writeRefund(this.#store, { n, at: this.now, minor, totalMinor: sale.backMinor, own });
    const facts = { refundedMinor: sale.backMinor, isOurs: true };
    await note(this.#store, { n, what: 'refunded', at: this.now, facts });
    const issued = {
      sale,
      at: this.now,
      kind: 'credit-note',
      totalMinor: minor,
      tag: `G${own}`,
      sequence: 1 + own,
      refundedAt: this.now,
    } as const;
    await writeDocument(this.#store, this.#sample, issued);
  }

  #isRefunded(event: Event): void {
    const sale = this.#saleAt(event, ({ capturedMinor, backMinor }) => backMinor < capturedMinor);
    if (sale) this.#gives(sale, { minor: 1 + (event.minor % (sale.capturedMinor - sale.backMinor)), isNoted: false });
  }

  /** Notifies the app of the sale's refunds at the payment provider that the app does not know yet. */
  async #notes(sale: Sale): Promise<void> {
    const { n, backMinor, notedMinor, billMinor, supplier, currency } = sale;
    const minor = backMinor - notedMinor;
    if (minor === 0) return;
    for (const refund of sale.refunds) refund.isNoted = true;
    sale.notedMinor = backMinor;
    if (billMinor !== null) this.#claims.add(supplier, currency, minor);
    await writeRefund(this.#store, { n, at: this.now, minor, totalMinor: backMinor, own: null });
  }

  #disputes(event: Event, isWon: boolean): void {
    const sale = this.#saleAt(event, ({ isDisputed }) => isDisputed === isWon);
    if (!sale) return;
    const { supplier, currency, paymentId, capturedMinor } = sale;
    sale.isDisputed = !isWon;
    const about = { at: this.now, kind: 'dispute', supplier, paymentId, currency } as const;
    const minor = isWon ? capturedMinor : 0 - capturedMinor;
    this.provider.moves(accountOf(supplier), { ...about, minor, feeMinor: isWon ? 0 : 2000 });
  }

  #changes(
    { supplier, currency }: Event,
    { paymentId = null, ...change }: { kind: 'fee' | 'other' | 'reserve' | 'capture'; minor: number; paymentId?: string | null },
  ): void {
    const account = accountOf(supplier);
    this.provider.moves(account, { at: this.now, supplier: account.suppliers[0], currency, paymentId, ...change });
  }

  /** Reads all payouts as the app's jobs do. `pick` determines the order of the jobs. */
  async reads(pick: number): Promise<void> {
    const payments = createFakePayments();
    payments.paidOut.push(...this.provider.paidOut);
    const context = {
      store: this.#store,
      payments,
      clock: { now: () => this.now, sleepUntil: async () => undefined },
      wake: () => undefined,
    };
    const n = ++this.#jobs;
    for (const { id } of ACCOUNTS) await handleReadPayouts(context, { subjectId: `${id ?? '-'} 2026-09-01 2028-01-01`, n });
    for (;;) {
      const jobs = await this.#store.db
        .selectFrom('outbox')
        .selectAll()
        .where('kind', 'in', ['read-payouts', 'read-payout-rows'])
        .orderBy('id')
        .execute();
      const job = jobs[pick % Math.max(1, jobs.length)];
      if (!job) break;
      const handle = job.kind === 'read-payouts' ? handleReadPayouts : handleReadPayoutRows;
      await handle(context, { subjectId: job.subject_id, n });
      await this.#store.db.deleteFrom('outbox').where('id', '=', job.id).execute();
      if (pick % 3 === 0) await getBook(this.bookkeeping, { period: this.months().at(-1) ?? '' });
    }
    this.provider.wasRead();
  }

  /** Returns all months up to now, and the month in which the latest payout arrives. A payout arrives on the next day. */
  months(): string[] {
    const last = new Date(this.now.getTime() + 2 * 86_400_000).toISOString().slice(0, 7);
    const all: string[] = [];
    for (let at = new Date('2026-09-01T00:00:00Z'); at.toISOString().slice(0, 7) <= last; at.setUTCMonth(at.getUTCMonth() + 1))
      all.push(at.toISOString().slice(0, 7));
    return all;
  }

  /** Returns the months that have begun in the time zone of the ledger. */
  begunMonths(): string[] {
    const current = this.now.toLocaleDateString('sv-SE', { timeZone: SETTINGS.timeZone }).slice(0, 7);
    return this.months().filter(month => month <= current);
  }

  /** Returns an accounting file as text. The first line of an EXTF file is removed, because it contains the time of creation. */
  async file(request: Omit<LedgerFileRequest, 'decimal'> & { currency?: Currency }): Promise<string> {
    const file = await bookFile(this.bookkeeping, SETTINGS, { decimal: '.', ...request });
    if ('refused' in file) throw new Error(file.refused);
    const parts: Uint8Array[] = [];
    if ('packed' in file)
      for await (const { folder = '', fileName, bytes } of file.packed) {
        parts.push(Buffer.from(`${folder}/${fileName}\r\n`));
        for await (const part of bytes) parts.push(part);
      }
    else for await (const part of file.bytes) parts.push(part);
    const text = new TextDecoder(request.kind === 'extf' ? 'windows-1252' : 'utf-8').decode(Buffer.concat(parts));
    return request.kind === 'extf' ? text.slice(text.indexOf('\r\n')) : text;
  }
}
