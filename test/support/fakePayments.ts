import {
  type CreateCheckoutRequest,
  type Hold,
  type Payments,
  ProviderFailed,
  ProviderUnavailable,
} from '../../server/core/ports/ports.ts';
import { stepMinor } from '../../shared/model/money.ts';
import { createFakePayouts, type FakePayouts } from './fakePayouts.ts';
import { createGates, type Gates } from './gates.ts';

export type MoneyStep = 'authorise' | 'read' | 'capture' | 'close' | 'release' | 'refund' | 'payouts';
/**
 * Fault of a single call to the payment provider. `lost`: the call is executed, but no response arrives. `refused`: not
 * executed, 5xx response. `broken`: executed, 5xx response. `unheard`: the call never arrives.
 */
export type PaymentFault = 'lost' | 'refused' | 'broken' | 'unheard';

/** Calls without an idempotency key. Each one is executed, so a repeated call gets a new response. */
const READS: ReadonlySet<MoneyStep> = new Set(['read', 'payouts']);

export interface FakePayments extends Payments, FakePayouts, Gates<MoneyStep> {
  /** Every call that reached the payment provider, in order. */
  readonly calls: readonly { step: MoneyStep; ref: string; key: string; amountMinor?: number }[];
  /** Queues the given faults for the next calls of `step`, one fault per call. Without faults, empties the queue of `step`. */
  trouble(step: MoneyStep, ...faults: readonly PaymentFault[]): void;
  /**
   * Pays on the checkout page, as a driver does.
   * @returns false if the page accepts no more cards
   */
  pay(ref: string, more?: Partial<Hold>): boolean;
  /** Changes a hold at the payment provider, for example as if the bank had decided. */
  change(ref: string, changes: Partial<Hold>): void;
  truth(ref: string): Hold;
  /** Deletes all idempotency keys and their responses, as a real payment provider does after a day. */
  forgetKeys(): void;
  refOf(paymentId: string): string | null;
  /** Captures that the payment provider has executed. Repeated calls are not counted. */
  takings: readonly { ref: string; amountMinor: number }[];
}

/**
 * A payment provider in memory that behaves like a real one. A repeated idempotency key gets the stored response, errors
 * included. A checkout page exists even if the response with its URL was lost.
 */
export function createFakePayments(): FakePayments {
  const holds = new Map<string, Hold>();
  const pages = new Map<string, { ref: string; url: string }>();
  const replays = new Map<string, () => unknown>();
  const faults = new Map<MoneyStep, PaymentFault[]>();
  const { through, ...gates } = createGates<MoneyStep>();
  const calls: { step: MoneyStep; ref: string; key: string; amountMinor?: number }[] = [];
  const takings: { ref: string; amountMinor: number }[] = [];

  const truth = (ref: string): Hold => {
    const hold = holds.get(ref);
    if (!hold) throw new Error('No such hold');
    return { ...hold };
  };
  const change = (ref: string, changes: Partial<Hold>) => void holds.set(ref, { ...truth(ref), ...changes });

  /** Handles one call: records it, applies the next queued fault, and executes `act` at most once per idempotency key. */
  const arrive = async <T>(
    call: { step: MoneyStep; ref: string; key: string; amountMinor?: number },
    act: () => T,
  ): Promise<T> => {
    const fault = faults.get(call.step)?.shift();
    const fail = (): never => {
      throw fault === 'refused' || fault === 'broken' ? new ProviderFailed(fault) : new ProviderUnavailable(fault);
    };
    if (fault === 'unheard') return fail();
    calls.push(call);
    if (fault === 'refused') {
      if (!READS.has(call.step)) replays.set(call.key, fail);
      return fail();
    }
    const answer = (replays.get(call.key) as (() => T) | undefined) ?? act;
    const result = answer();
    const replay = fault === 'broken' ? fail : () => (call.step === 'authorise' ? result : truth(call.ref));
    if (!READS.has(call.step)) replays.set(call.key, replay);
    await through(call.step);
    return fault === 'lost' || fault === 'broken' ? fail() : result;
  };

  const open = ({ paymentId, currency }: CreateCheckoutRequest): { ref: string; url: string } => {
    const known = pages.get(paymentId);
    if (known) return known;
    const ref = `ref-${pages.size + 1}`;
    const page = { ref, url: `https://pay.example/${ref}` };
    pages.set(paymentId, page);
    holds.set(ref, {
      ref,
      state: 'open',
      currency,
      authorisedMinor: 0,
      capturedMinor: 0,
      refundedMinor: 0,
      refundKeys: [],
      isDisputed: false,
      captureBefore: null,
      cardDigits: [],
      cardBrand: null,
      cardFingerprint: null,
    });
    amounts.set(ref, requestedAmounts.get(paymentId) ?? 0);
    return page;
  };
  const amounts = new Map<string, number>();
  const requestedAmounts = new Map<string, number>();

  return {
    name: 'fake',
    host: 'pay.example',
    redirectOrigins: ['https://pay.example'],
    calls,
    takings,
    truth,
    change,
    limits: currency => ({ minMinor: currency === 'HUF' ? 17_500 : 50, stepMinor: stepMinor(currency) }),
    createCheckout(request) {
      requestedAmounts.set(request.paymentId, request.amountMinor);
      return arrive({ step: 'authorise', ref: request.paymentId, key: request.key, amountMinor: request.amountMinor }, () =>
        open(request),
      );
    },
    read: ref => arrive({ step: 'read', ref, key: '' }, () => truth(ref)),
    capture: ({ ref, amountMinor, key }) =>
      arrive({ step: 'capture', ref, key, amountMinor }, () => {
        const hold = truth(ref);
        if (hold.state !== 'authorised') return hold;
        if (amountMinor > hold.authorisedMinor) throw new RangeError('More than is held');
        takings.push({ ref, amountMinor });
        change(ref, { state: 'captured', capturedMinor: amountMinor, captureBefore: null });
        return truth(ref);
      }),
    close: ({ ref, key }) =>
      arrive({ step: 'close', ref, key }, () => {
        if (truth(ref).state === 'open') change(ref, { state: 'expired' });
        return truth(ref);
      }),
    release: ({ ref, key }) =>
      arrive({ step: 'release', ref, key }, () => {
        const { state } = truth(ref);
        if (state === 'open') change(ref, { state: 'expired' });
        if (state === 'authorised') change(ref, { state: 'released', captureBefore: null });
        return truth(ref);
      }),
    refund: ({ ref, amountMinor, key }) =>
      arrive({ step: 'refund', ref, key, amountMinor }, () => {
        const hold = truth(ref);
        if (hold.state === 'captured')
          change(ref, {
            refundedMinor: Math.min(hold.capturedMinor, hold.refundedMinor + amountMinor),
            refundKeys: [...(hold.refundKeys ?? []), key],
          });
        return truth(ref);
      }),
    ...createFakePayouts(ref => arrive({ step: 'payouts', ref, key: '' }, () => undefined)),
    health: async () => undefined,
    forgetKeys: () => replays.clear(),
    trouble: (step, ...more) => void faults.set(step, more.length === 0 ? [] : [...(faults.get(step) ?? []), ...more]),
    ...gates,
    pay(ref, more = {}) {
      if (truth(ref).state !== 'open') return false;
      change(ref, {
        state: 'authorised',
        authorisedMinor: amounts.get(ref) ?? 0,
        cardDigits: ['4242'],
        cardBrand: 'visa',
        ...more,
      });
      return true;
    },
    refOf: paymentId => pages.get(paymentId)?.ref ?? null,
  };
}
