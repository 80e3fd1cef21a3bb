import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { InvoiceDocument } from '../../server/core/records/records.ts';
import { createSessionNotifier } from '../../server/runtime/sessionNotifier.ts';
import { handleRefund } from '../../server/shop/payments/refundJobs.ts';
import { dropRefund, enqueueRefund } from '../../server/shop/payments/refunds.ts';
import { listDocuments } from '../../server/store/shop/documents.ts';
import { listRefunds } from '../../server/store/shop/refunds.ts';
import { DAY_S, MINUTE_S } from '../../shared/model/time.ts';
import type { PaymentFault } from '../support/fakePayments.ts';
import { until } from '../support/openApp.ts';
import { type OpenOperator, type Ordered, openOperator } from '../support/openShop.ts';

let shop: OpenOperator;
beforeEach(async () => {
  shop = await openOperator();
});
afterEach(() => shop.close());

/** Plays a session that costs 8.53 €, and waits until it is billed and paid. */
async function charged(more: Parameters<OpenOperator['charging']>[0] = {}): Promise<Ordered> {
  const ordered = await shop.charging(more);
  await shop.pass(600);
  await shop.stations.end(ordered.authorizationReference, { at: shop.clock.now(), energyWh: 17_408 });
  await shop.pass(0);
  return ordered;
}
const parts = () => ({ store: shop.store, now: shop.clock.now() });
async function requestRefund(ordered: Ordered, amountMinor: number, reason = 'The station stopped twice') {
  const { number } = await shop.session(ordered);
  return enqueueRefund(parts(), { number, amountMinor, reason });
}
const refund = async (ordered: Ordered, amountMinor: number) => {
  await requestRefund(ordered, amountMinor);
  await shop.pass(5);
};
const keys = () => shop.payments.calls.filter(({ step }) => step === 'refund').map(({ key }) => key.replace(/:[\w-]{22}:/, ':'));
const refundedAtProvider = ({ ref }: Ordered) => shop.payments.truth(ref).refundedMinor;
const documentsOf = async ({ sessionId }: Ordered): Promise<readonly InvoiceDocument[]> =>
  (await listDocuments(shop.store.db, sessionId)).map(({ content }) => content);
/**
 * Creates a worker on the same database. Its process dies at the given step: before or after one of its calls and writes. `skip`
 * advances the worker's own clock.
 */
function dyingAt(step: number) {
  let count = 0;
  let skippedMs = 0;
  const live = () => {
    if (count++ >= step) throw new Error('died');
  };
  const around = async <T>(call: () => Promise<T>): Promise<T> => {
    live();
    const answer = await call();
    live();
    return answer;
  };
  const { store, payments, clock } = shop;
  const updates = new WeakSet<object>();
  const db = store.db.withPlugin({
    transformQuery({ node, queryId }) {
      if (node.kind === 'UpdateQueryNode') {
        live();
        updates.add(queryId);
      }
      return node;
    },
    async transformResult({ result, queryId }) {
      if (updates.has(queryId)) live();
      return result;
    },
  });
  const context: Parameters<typeof handleRefund>[0] = {
    clock: { ...clock, now: () => new Date(clock.now().getTime() + skippedMs) },
    sessionNotifier: createSessionNotifier(store.changeFeed),
    logEvent: () => undefined,
    wake: () => undefined,
    store: { ...store, db, inTransaction: work => around(() => store.inTransaction(work)) } as typeof store,
    payments: {
      ...payments,
      read: ref => around(() => payments.read(ref)),
      refund: request => around(() => payments.refund(request)),
    } as typeof payments,
  };
  const skip = (seconds: number) => {
    skippedMs += seconds * 1000;
  };
  return { context, skip };
}
/** Retries a refund every ten minutes until it is done or the process has died. */
async function tryUntilDeath({ context, skip }: ReturnType<typeof dyingAt>, refundId: string): Promise<void> {
  while ((await handleRefund(context, { subjectId: refundId })) !== 'done') skip(10 * MINUTE_S);
}
/** One test case for each step at which the process can die. `fault`: fault of the refund's first call. */
const deathsOf = (fault: PaymentFault | 'answered', steps: number) =>
  Array.from({ length: steps }, (_, step) => [fault, step] as const);
const receiptOf = ({ sessionId }: Ordered) => shop.operator.getReceipt({ receipt: sessionId });

describe('A refund by the operator', () => {
  it('goes back to the card once, with a credit note, an e-mail, and a stop on the way of the money', async () => {
    const ordered = await charged();
    await refund(ordered, 500);
    expect(refundedAtProvider(ordered)).toBe(500);
    expect(await shop.payment(ordered)).toMatchObject({ state: 'captured', capturedMinor: 853, refundedMinor: 500 });
    expect(await shop.documents()).toEqual(['G-BLA-2026-000001', 'R-BLA-2026-000001']);
    const [invoice, note] = await documentsOf(ordered);
    expect(note).toMatchObject({
      kind: 'credit-note',
      totalMinor: 500,
      customer: invoice?.customer,
      supplier: invoice?.supplier,
      vat: [{ percent: 19, netMinor: 420, vatMinor: 80, grossMinor: 500 }],
      cancels: { number: invoice?.number, isWhole: false },
    });
    const email = await until(
      async () => shop.emails.find(({ subject }) => /: .* erstattet$/.test(subject)),
      found => found !== undefined,
    );
    expect(email?.to).toBe('ada@example.org');
    expect(email?.text).toMatch(/Bezahlt nach der Erstattung: 3,53\s€/);
    expect(email?.text).toMatch(
      /Reserviert: 80,00\s€ .*\nAbgebucht: 8,53\s€ .*\nFreigegeben: 71,47\s€ .*\nErstattet: 5,00\s€ \(/,
    );
    expect(email?.attachments.map(({ fileName }) => fileName)).toContain('credit-note-G-BLA-2026-000001.pdf');
    const { timeline, documents, invoice: state } = await receiptOf(ordered);
    expect(timeline.at(-1)).toEqual({ kind: 'refunded', amountMinor: 500, at: expect.any(String) });
    expect(documents.map(({ number, isCancelled }) => [number, isCancelled])).toEqual([
      ['R-BLA-2026-000001', false],
      ['G-BLA-2026-000001', false],
    ]);
    expect(state).toBe('ready');
    expect(await shop.attention()).toEqual([]);
  });

  it('may come in parts, each with its own key, until all of it is back and the document is cancelled', async () => {
    const ordered = await charged();
    await refund(ordered, 500);
    await refund(ordered, 353);
    expect([refundedAtProvider(ordered), keys()]).toEqual([853, ['refund:1', 'refund:2']]);
    const [invoice, ...notes] = await documentsOf(ordered);
    for (const part of ['netMinor', 'vatMinor', 'grossMinor'] as const)
      expect(notes.reduce((sum, { vat }) => sum + (vat[0]?.[part] ?? 0), 0)).toBe(invoice?.vat[0]?.[part]);
    expect((await receiptOf(ordered)).documents[0]).toMatchObject({ number: 'R-BLA-2026-000001', isCancelled: true });
  });

  it.each<[string, number, RegExp]>([
    ['more than was charged', 854, /At most 8.53 EUR/],
    ['nothing', 0, /Invalid amount/],
    ['half a cent', 0.5, /Invalid amount/],
  ])('is refused for %s, and nothing is written', async (_, amountMinor, why) => {
    const ordered = await charged();
    await expect(requestRefund(ordered, amountMinor)).rejects.toThrow(why);
    await shop.pass(MINUTE_S);
    expect(keys()).toEqual([]);
  });

  it('is refused without a reason, before anything was charged, while another one is under way, and beyond what is left', async () => {
    const ordered = await charged();
    await expect(requestRefund(ordered, 100, ' ')).rejects.toThrow(/reason/);
    await expect(requestRefund(await shop.charging({ evseId: 'DE*BLF*E1001*2' }), 100)).rejects.toThrow(/Nothing was captured/);
    await expect(enqueueRefund(parts(), { number: 1, amountMinor: 100, reason: 'x' })).rejects.toThrow(/No payment/);
    await requestRefund(ordered, 500);
    await expect(requestRefund(ordered, 100)).rejects.toThrow(/in progress/);
    await shop.pass(5);
    await expect(requestRefund(ordered, 354)).rejects.toThrow(/At most 3.53 EUR/);
  });

  it('of forints is whole', async () => {
    const ordered = await charged({ clientId: 'canarybolt', evseId: 'HU*CNB*E6001*1', locale: 'hu' });
    await expect(requestRefund(ordered, 10_050)).rejects.toThrow(/no decimals/);
    await refund(ordered, 10_000);
    const [receipt, note] = await documentsOf(ordered);
    expect([receipt?.kind, note?.kind, note?.cancels?.isReceipt, note?.totalMinor]).toEqual([
      'receipt',
      'credit-note',
      true,
      10_000,
    ]);
  });

  it('takes what was given back at the provider itself into account', async () => {
    const ordered = await charged();
    shop.payments.change(ordered.ref, { refundedMinor: 400 });
    await requestRefund(ordered, 853);
    await shop.pass(60 * MINUTE_S);
    expect([keys(), refundedAtProvider(ordered)]).toEqual([[], 400]);
    expect(await shop.attention()).toEqual(['refund fails']);
  });

  it('is seen in the provider’s state without an alert, whoever is faster', async () => {
    const ordered = await charged();
    const answer = shop.payments.hold('refund');
    await refund(ordered, 500);
    await shop.operator.onProviderNotice(ordered.ref);
    expect(await shop.payment(ordered)).toMatchObject({ refundedMinor: 500 });
    answer();
    await shop.pass(5);
    await shop.operator.onProviderNotice(ordered.ref);
    const seen = await shop.store.db.selectFrom('audit').select('facts').where('what', '=', 'refunded').execute();
    expect(seen.map(({ facts }) => JSON.parse(facts))).toEqual([{ refundedMinor: 500, isOurs: true }]);
    expect((await documentsOf(ordered)).map(({ kind }) => kind)).toEqual(['invoice', 'credit-note']);
    shop.payments.change(ordered.ref, { refundedMinor: 600 });
    await shop.operator.onProviderNotice(ordered.ref);
    const last = await shop.store.db.selectFrom('audit').select('facts').where('what', '=', 'refunded').execute();
    expect(JSON.parse(last.at(-1)?.facts ?? '{}')).toEqual({ refundedMinor: 600, isOurs: false });
  });
});

describe('A refund that the provider never does', () => {
  const refusedForEver = () => shop.payments.trouble('refund', ...Array.from({ length: 200 }, () => 'refused' as const));
  const clearFaults = () => shop.payments.trouble('refund');
  const drop = async (ordered: Ordered) => dropRefund(parts(), { number: (await shop.session(ordered)).number });

  it('is given up by the operator, and another may be asked for', async () => {
    const ordered = await charged();
    refusedForEver();
    await requestRefund(ordered, 500);
    await shop.pass(60 * MINUTE_S);
    expect(await shop.attention()).toEqual(['refund fails']);
    await drop(ordered);
    await expect(drop(ordered)).rejects.toThrow(/No refund of this payment is in progress/);
    const tried = keys().length;
    await expect(requestRefund(ordered, 300)).rejects.toThrow(/in progress/);
    await shop.pass(20 * MINUTE_S);
    expect(keys()).toHaveLength(tried);
    clearFaults();
    await refund(ordered, 300);
    expect(refundedAtProvider(ordered)).toBe(300);
    expect((await documentsOf(ordered)).map(({ totalMinor }) => totalMinor)).toEqual([853, 300]);
    expect((await receiptOf(ordered)).timeline.filter(({ kind }) => kind === 'refunded')).toHaveLength(1);
  });

  it('but was done after all is recorded, with its credit note', async () => {
    const ordered = await charged();
    shop.payments.trouble('refund', 'lost', ...Array.from({ length: 50 }, () => 'unheard' as const));
    await refund(ordered, 500);
    await drop(ordered);
    await shop.pass(20 * MINUTE_S);
    expect([refundedAtProvider(ordered), (await shop.payment(ordered)).refundedMinor]).toEqual([500, 500]);
    expect((await documentsOf(ordered)).map(({ kind }) => kind)).toEqual(['invoice', 'credit-note']);
  });

  it('but was done after all counts as done also where somebody gave more back at the provider meanwhile', async () => {
    const ordered = await charged();
    shop.payments.trouble('refund', 'lost', ...Array.from({ length: 50 }, () => 'unheard' as const));
    await refund(ordered, 300);
    shop.payments.change(ordered.ref, { refundedMinor: 400 });
    await drop(ordered);
    await shop.pass(20 * MINUTE_S);
    const [known] = await listRefunds(shop.store.db, (await shop.payment(ordered)).id);
    expect(known?.state).toBe('done');
    expect((await documentsOf(ordered)).map(({ totalMinor }) => totalMinor)).toEqual([853, 300]);
    expect(await shop.attention()).toEqual(['refunded at the provider']);
    await expect(requestRefund(ordered, 454)).rejects.toThrow(/At most 4.53 EUR/);
  });

  it('is given up where somebody gave back less at the provider: it cannot have been done', async () => {
    const ordered = await charged();
    refusedForEver();
    await refund(ordered, 300);
    shop.payments.change(ordered.ref, { refundedMinor: 200 });
    await drop(ordered);
    await shop.pass(20 * MINUTE_S);
    const [known] = await listRefunds(shop.store.db, (await shop.payment(ordered)).id);
    expect(known?.state).toBe('dropped');
  });

  it('and is done long after it was given up is shown to a person', async () => {
    const ordered = await charged();
    refusedForEver();
    await refund(ordered, 500);
    await drop(ordered);
    await shop.pass(20 * MINUTE_S);
    shop.payments.change(ordered.ref, { refundedMinor: 500 });
    await shop.operator.onProviderNotice(ordered.ref);
    expect(await shop.attention()).toEqual(['refunded at the provider']);
    await expect(requestRefund(ordered, 354)).rejects.toThrow(/At most 3.53 EUR/);
  });

  it('is not given up when there is none', async () => {
    await expect(drop(await charged())).rejects.toThrow(/No refund of this payment is in progress/);
  });
});

describe('When something goes wrong on the way to the provider, money goes back once', () => {
  it.each<[string, readonly PaymentFault[], readonly string[]]>([
    ['the answer is lost: the same key again', ['lost', 'lost'], ['refund:1', 'refund:1', 'refund:1']],
    ['nobody hears us: the same key again', ['unheard', 'unheard'], ['refund:1']],
    ['the provider fails before acting: its state is read, and the next key taken', ['refused'], ['refund:1', 'refund:2']],
    ['the provider fails after acting: its state says so', ['broken'], ['refund:1']],
    ['it fails again and again', ['refused', 'lost', 'unheard'], ['refund:1', 'refund:2', 'refund:2']],
    ['its answer is lost, and then it fails', ['lost', 'refused'], ['refund:1', 'refund:1']],
  ])('%s', async (_, faults, expected) => {
    const ordered = await charged();
    shop.payments.trouble('refund', ...faults);
    await requestRefund(ordered, 500);
    await shop.pass(40 * MINUTE_S);
    expect([refundedAtProvider(ordered), keys()]).toEqual([500, expected]);
    expect((await documentsOf(ordered)).map(({ kind }) => kind)).toEqual(['invoice', 'credit-note']);
    const payment = await shop.payment(ordered);
    expect([payment.refundedMinor, (await listRefunds(shop.store.db, payment.id)).map(({ state }) => state)]).toEqual([
      500,
      ['done'],
    ]);
  });

  it('a reading fails as well: nothing is guessed', async () => {
    const ordered = await charged();
    shop.payments.trouble('read', 'lost');
    shop.payments.trouble('refund', 'refused');
    await requestRefund(ordered, 500);
    await shop.pass(1);
    shop.payments.trouble('read', 'lost', 'lost');
    await shop.pass(40 * MINUTE_S);
    expect(refundedAtProvider(ordered)).toBe(500);
  });

  it('a key that the provider has forgotten is never used again: its sum decides', async () => {
    const ordered = await charged();
    shop.payments.trouble('refund', 'lost', ...Array.from({ length: 20 }, () => 'unheard' as const));
    await refund(ordered, 500);
    const aDayAgo = shop.clock.now().getTime() - DAY_S * 1000;
    await shop.store.db.updateTable('refunds').set({ key_at: aDayAgo }).execute();
    await shop.pass(MINUTE_S);
    expect([keys(), refundedAtProvider(ordered)]).toEqual([['refund:1'], 500]);
    expect((await documentsOf(ordered)).map(({ kind }) => kind)).toEqual(['invoice', 'credit-note']);
  });

  it('somebody gives back another sum meanwhile: nobody guesses, and an alert is raised', async () => {
    const ordered = await charged();
    shop.payments.trouble('refund', 'refused');
    const answer = shop.payments.hold('read');
    await refund(ordered, 300);
    answer();
    shop.payments.trouble('read', 'lost');
    shop.payments.change(ordered.ref, { refundedMinor: 200 });
    await shop.pass(60 * MINUTE_S);
    expect(await shop.attention()).toEqual(expect.arrayContaining(['refund fails']));
    expect(refundedAtProvider(ordered)).toBe(200);
  });

  it('somebody gives money back at the provider just before ours arrives: both happen, and an alert is raised', async () => {
    const ordered = await charged();
    shop.payments.trouble('refund', 'unheard');
    await refund(ordered, 500);
    shop.payments.change(ordered.ref, { refundedMinor: 200 });
    await shop.pass(MINUTE_S);
    expect(refundedAtProvider(ordered)).toBe(700);
    expect(await shop.attention()).toEqual(['refunded at the provider']);
    expect((await documentsOf(ordered)).map(({ totalMinor }) => totalMinor)).toEqual([853, 500]);
  });

  // Between these writes the process can die: the refunded sum before the call, the end of an idempotency key, the next key, and
  // the document.
  it.each([...deathsOf('answered', 8), ...deathsOf('refused', 17), ...deathsOf('broken', 11)])(
    'the call is %s, and the process dies at its step %i',
    async (fault, step) => {
      const ordered = await charged();
      if (fault !== 'answered') shop.payments.trouble('refund', fault);
      const { id } = await requestRefund(ordered, 500);
      await expect(tryUntilDeath(dyingAt(step), id)).rejects.toThrow('died');
      await shop.pass(40 * MINUTE_S);
      expect(refundedAtProvider(ordered)).toBe(500);
      expect((await documentsOf(ordered)).map(({ kind }) => kind)).toEqual(['invoice', 'credit-note']);
    },
  );

  it.each([5, 6, 7, 8])('the provider acts after its refusal, and the process has died at its step %i', async step => {
    const ordered = await charged();
    shop.payments.trouble('refund', 'refused');
    const { id, paymentId } = await requestRefund(ordered, 500);
    await expect(tryUntilDeath(dyingAt(step), id)).rejects.toThrow('died');
    await shop.pass(5 * MINUTE_S);
    const { refundedMinor } = shop.payments.truth(ordered.ref);
    shop.payments.change(ordered.ref, { refundedMinor: refundedMinor + 500, refundKeys: [`refund:${paymentId}:1`] });
    await shop.pass(40 * MINUTE_S);
    expect([refundedAtProvider(ordered), keys().filter(key => key !== 'refund:1')]).toEqual([500, []]);
    expect((await documentsOf(ordered)).map(({ kind }) => kind)).toEqual(['invoice', 'credit-note']);
  });

  it.each([5, 6, 7, 8])('only the key shows that it took place, and the process has died at its step %i', async step => {
    const ordered = await charged();
    shop.payments.trouble('refund', 'broken');
    const { id } = await requestRefund(ordered, 500);
    await expect(tryUntilDeath(dyingAt(step), id)).rejects.toThrow('died');
    shop.payments.change(ordered.ref, { refundedMinor: 600 });
    await shop.pass(40 * MINUTE_S);
    expect(refundedAtProvider(ordered)).toBe(600);
    expect((await documentsOf(ordered)).map(({ totalMinor }) => totalMinor)).toEqual([853, 500]);
    expect(await shop.attention()).toEqual(['refunded at the provider']);
  });

  it('two workers call at once, because the first has not heard for a minute', async () => {
    const ordered = await charged();
    const answer = shop.payments.hold('refund');
    await refund(ordered, 500);
    await shop.restart();
    await shop.pass(2 * MINUTE_S);
    expect(keys()).toEqual(['refund:1', 'refund:1']);
    answer();
    await shop.pass(MINUTE_S);
    expect(refundedAtProvider(ordered)).toBe(500);
    expect((await documentsOf(ordered)).map(({ kind }) => kind)).toEqual(['invoice', 'credit-note']);
    expect(await shop.documents()).toHaveLength(2);
  });
});
