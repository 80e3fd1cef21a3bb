import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Hold } from '../../server/core/ports/ports.ts';
import { type OpenOperator, type Ordered, openOperator } from '../support/openShop.ts';
import { fc, runs } from '../support/property.ts';

/** One test case: the initial state of the app, the steps at the payment provider, and the expected end. */
interface History {
  begin(app: OpenOperator): Promise<Ordered>;
  steps: readonly Partial<Hold>[];
  end: Readonly<Record<string, unknown>>;
}

const HELD = { state: 'authorised', authorisedMinor: 8000, cardDigits: ['4242'], cardBrand: 'visa' } as const;

const HISTORIES: Readonly<Record<string, History>> = {
  'a page that is paid': {
    begin: app => app.order(),
    steps: [HELD],
    end: { payment: 'authorised', order: 'held', session: 'starting', promises: ['start', 'start-timeout'], attention: [] },
  },
  'a page that closes unpaid': {
    begin: app => app.order(),
    steps: [{ state: 'expired' }],
    end: { payment: 'expired', order: 'over', session: 'cancelled', promises: [], attention: [] },
  },
  'a page given up here and paid all the same': {
    async begin(app) {
      const ordered = await app.order();
      await app.operator.cancelOrder(ordered);
      return ordered;
    },
    steps: [{ ...HELD }],
    end: { payment: 'released', order: 'over', session: 'cancelled', promises: ['release'] },
  },
  'money that was taken, given back in part, and disputed': {
    async begin(app) {
      const ordered = await app.charging();
      await app.pass(600);
      await app.stations.end(ordered.authorizationReference, { at: app.clock.now(), energyWh: 20_000 });
      await app.pass(0);
      return ordered;
    },
    steps: [{ refundedMinor: 100 }, { refundedMinor: 250 }, { isDisputed: true }],
    end: {
      payment: 'captured',
      refunded: 250,
      session: 'completed',
      attention: expect.arrayContaining(['disputed by the bank']),
    },
  },
};

const TABLES = ['orders', 'payments', 'sessions', 'outbox', 'audit'] as const;

/** Creates one order that can be restored to its initial state, so that thousands of histories begin in it. */
async function openHistory({ begin }: History) {
  const app = await openOperator();
  const ordered = await begin(app);
  const { db } = app.store;
  const snapshot = await Promise.all(TABLES.map(table => db.selectFrom(table).selectAll().execute()));
  const truth = app.payments.truth(ordered.ref);
  return {
    app,
    ordered,
    async putBack() {
      app.payments.change(ordered.ref, truth);
      app.payments.forgetKeys();
      await app.store.inTransaction(async trx => {
        for (const [at, table] of TABLES.entries()) {
          await trx.deleteFrom(table).execute();
          const rows = snapshot[at] ?? [];
          if (rows.length > 0)
            await trx
              .insertInto(table)
              .values(rows as never)
              .execute();
        }
      });
    },
    async view() {
      const { state: order } = await db.selectFrom('orders').select('state').executeTakeFirstOrThrow();
      const { state: session } = await app.session(ordered);
      const { state: payment, refundedMinor: refunded } = await app.payment(ordered);
      const kinds = (await db.selectFrom('outbox').select('kind').execute()).map(({ kind }) => kind);
      // Jobs for emails, documents and payouts are independent of the payment.
      const independent = (kind: string) =>
        kind.startsWith('mail-') || kind.startsWith('read-payout') || kind === 'draw-document';
      const promises = kinds.filter(kind => !independent(kind)).sort();
      const { state: truly, capturedMinor: taken } = app.payments.truth(ordered.ref);
      return {
        order,
        session,
        payment,
        refunded,
        promises,
        truly,
        taken,
        attention: [...new Set(await app.attention())].sort(),
      };
    },
  };
}

/** Random webhooks: at least one for each step, after a random delay, with irrelevant webhooks in between. */
const deliveriesOf = (steps: number) =>
  fc.record({
    own: fc.array(fc.tuple(fc.nat(steps - 1), fc.nat(20)), { maxLength: 6 }),
    first: fc.tuple(...Array.from({ length: steps }, () => fc.nat(20))),
    foreign: fc.array(fc.tuple(fc.nat(20), fc.constantFrom('', 'ref-999', 'cs_live_somebody', '__proto__', "' or 1=1 --")), {
      maxLength: 3,
    }),
    atOnce: fc.boolean(),
  });

type Deliveries = ReturnType<typeof deliveriesOf> extends fc.Arbitrary<infer T> ? T : never;

/** Returns the events in order of time: a step at the payment provider, or a webhook for a payment reference. */
function timeline(ref: string, { own, first, foreign }: Deliveries): ({ step: number } | { ref: string })[] {
  const lines = [
    ...first.map((_, step) => ({ at: step * 10, event: { step } })),
    ...[...first.entries(), ...own].map(([step, delayed]) => ({ at: step * 10 + 1 + delayed, event: { ref } })),
    ...foreign.map(([delayed, stranger]) => ({ at: delayed, event: { ref: stranger } })),
  ];
  return lines.sort((a, b) => a.at - b.at).map(({ event }) => event);
}

/** Number of histories per case, which is small. `npm run prove:notices` runs the complete proof. */
const RUNS_EACH = Math.ceil(Number(process.env.HISTORIES ?? 1000) / Object.keys(HISTORIES).length);

describe.each(Object.entries(HISTORIES))('Notices about %s', (_name, history) => {
  let open: Awaited<ReturnType<typeof openHistory>>;
  beforeAll(async () => {
    open = await openHistory(history);
  });
  afterAll(() => open.app.close());

  it('lead to the same end in whatever order, however often, and whatever else is said', async () => {
    const { app, ordered, putBack, view } = open;
    let expected: unknown;
    await fc.assert(
      fc.asyncProperty(deliveriesOf(history.steps.length), async deliveries => {
        await putBack();
        const notices: Promise<void>[] = [];
        for (const event of timeline(ordered.ref, deliveries)) {
          if ('step' in event) app.payments.change(ordered.ref, history.steps[event.step] ?? {});
          else if (deliveries.atOnce) notices.push(app.operator.onProviderNotice(event.ref));
          else await app.operator.onProviderNotice(event.ref);
        }
        await Promise.all(notices);
        await app.pass(0);
        const ended = await view();
        expected ??= ended;
        expect(ended).toMatchObject(history.end);
        expect(ended).toEqual(expected);
      }),
      runs(RUNS_EACH),
    );
  }, 120_000);
});
