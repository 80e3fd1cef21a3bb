import type { Router } from 'express';
import { PAYMENT_METHODS } from '../../../shared/charging/charging.ts';
import { type Currency, stepMinor } from '../../../shared/model/money.ts';
import { iso } from '../../../shared/model/time.ts';
import { createExclusiveRunner } from '../../../shared/util/runExclusive.ts';
import type { Clock, CreateCheckoutRequest, Hold, KeyValueStore, Payments, Translator } from '../../core/ports/ports.ts';
import type { CardOutcome, TestCard } from './cards.ts';
import { SANDBOX_PATH, type SandboxHold } from './hold.ts';
import { createSandboxPayouts } from './payouts.ts';
import { sandboxRouter } from './router.ts';

export interface SandboxDependencies {
  keyValueStore: KeyValueStore;
  clock: Clock;
  translator: Translator;
}

export interface Sandbox {
  payments: Payments;
  router: Router;
  /** Enters a test card on the payment page of a hold. `isChallenged`: the bank has approved the payment. */
  pay(ref: string, card: TestCard, how: { isChallenged: boolean }): Promise<CardOutcome>;
}

/** Minimum charges in minor units, as at a real payment provider. */
export const MIN_CHARGE_MINOR: Readonly<Record<Currency, number>> = { EUR: 50, CHF: 50, GBP: 30, DKK: 250, HUF: 17_500 };

/** Creates a simulated payment provider that moves no money. Holds, captures and releases are rows in the app's database. */
export function createSandbox(dependencies: SandboxDependencies): Sandbox {
  const { keyValueStore, clock } = dependencies;
  const runExclusively = createExclusiveRunner();
  const payouts = createSandboxPayouts({ keyValueStore, clock });

  const load = async (ref: string): Promise<SandboxHold | null> => {
    const hold = (await keyValueStore.get(ref)) as SandboxHold | null;
    return hold && lapse(hold, clock.now());
  };
  const change = (ref: string, changes: (hold: SandboxHold) => Partial<SandboxHold>): Promise<Hold> =>
    runExclusively(ref, async () => {
      const hold = await load(ref);
      if (!hold) throw new Error('Hold not found in the sandbox');
      const changed = { ...hold, ...changes(hold) };
      await keyValueStore.put(ref, changed);
      return truthOf(changed);
    });

  const payments: Payments = {
    name: 'sandbox',
    host: SANDBOX_PATH,
    redirectOrigins: [],
    limits: currency => ({ minMinor: MIN_CHARGE_MINOR[currency], stepMinor: stepMinor(currency) }),
    methods: () => PAYMENT_METHODS,
    createCheckout: request =>
      runExclusively(`sbx_${request.paymentId}`, async () => {
        const ref = `sbx_${request.paymentId}`;
        if (!(await keyValueStore.get(ref))) await keyValueStore.put(ref, openHold(ref, request));
        return { ref, url: `${SANDBOX_PATH}/${ref}` };
      }),
    async read(ref) {
      const hold = await load(ref);
      if (!hold) throw new Error('Hold not found in the sandbox');
      return truthOf(hold);
    },
    capture: async ({ ref, amountMinor }) => {
      const at = clock.now();
      await payouts.note(ref, at);
      return change(ref, hold => captured(hold, { amountMinor, at }));
    },
    close: ({ ref }) => change(ref, ({ state }) => (state === 'open' ? { state: 'expired' } : {})),
    release: ({ ref }) =>
      change(ref, ({ state }) => {
        if (state === 'open') return { state: 'expired' };
        return state === 'authorised' ? { state: 'released', captureBefore: null } : {};
      }),
    refund: async ({ ref, amountMinor, key }) => {
      const at = clock.now();
      await payouts.note(ref, at);
      return change(ref, hold => refunded(hold, { amountMinor, key, at }));
    },
    listPayouts: payouts.listPayouts,
    listPayoutRows: payouts.listPayoutRows,
    // Always healthy: the holds are in the app's database, which has a health check of its own.
    health: async () => undefined,
  };

  const pay = async (ref: string, card: TestCard, { isChallenged }: { isChallenged: boolean }): Promise<CardOutcome> => {
    const isPaid = card.outcome === 'authorised' || (card.outcome === 'challenge' && isChallenged);
    if (!isPaid) return card.outcome;
    await change(ref, hold =>
      hold.state === 'open'
        ? {
            state: 'authorised',
            challenge: null,
            cardDigits: card.digits,
            cardBrand: card.brand,
            captureBefore: iso(clock.now().getTime() + card.holdMs),
          }
        : {},
    );
    return 'authorised';
  };
  const setChallenge = (ref: string, challenge: number | null) => change(ref, () => ({ challenge }));
  const setEmail = (ref: string, payerEmail: string) => change(ref, () => ({ payerEmail }));

  return { payments, pay, router: sandboxRouter({ load, pay, setChallenge, setEmail, translator: dependencies.translator }) };
}

function openHold(ref: string, { expiresAt, ...request }: CreateCheckoutRequest): SandboxHold {
  return {
    ref,
    state: 'open',
    capturedMinor: 0,
    refundedMinor: 0,
    refundKeys: [],
    captureBefore: null,
    cardDigits: [],
    cardBrand: null,
    // The app already has the driver's e-mail address, so the sandbox does not store it.
    request: { ...request, email: null, expiresAt: expiresAt.toISOString() },
    challenge: null,
  };
}

function captured({ state, request }: SandboxHold, { amountMinor, at }: { amountMinor: number; at: Date }): Partial<SandboxHold> {
  if (state !== 'authorised') return {};
  if (!Number.isSafeInteger(amountMinor) || amountMinor < 1 || amountMinor > request.amountMinor)
    throw new RangeError('Not an amount to capture');
  return { state: 'captured', capturedMinor: amountMinor, capturedAt: iso(at), captureBefore: null };
}

function refunded(
  { state, capturedMinor, refundedMinor, refundKeys, refunds = [] }: SandboxHold,
  { amountMinor, key, at }: { amountMinor: number; key: string; at: Date },
): Partial<SandboxHold> {
  if (state !== 'captured' || refundKeys.includes(key)) return {};
  const backMinor = Math.min(capturedMinor - refundedMinor, amountMinor);
  return {
    refundedMinor: refundedMinor + backMinor,
    refundKeys: [...refundKeys, key],
    refunds: [...refunds, { at: iso(at), amountMinor: backMinor }],
  };
}

/** Applies the passing of time to a hold: an unpaid one expires, and an authorised one is released at `captureBefore`. */
function lapse(hold: SandboxHold, now: Date): SandboxHold {
  if (hold.state === 'open' && now > new Date(hold.request.expiresAt)) return { ...hold, state: 'expired' };
  if (hold.state === 'authorised' && hold.captureBefore !== null && now > new Date(hold.captureBefore))
    return { ...hold, state: 'released', captureBefore: null };
  return hold;
}

function truthOf(hold: SandboxHold): Hold {
  const { ref, state, request, capturedMinor, refundedMinor, refundKeys, captureBefore, cardDigits, cardBrand } = hold;
  return {
    ref,
    state,
    currency: request.currency,
    capturedMinor,
    refundedMinor,
    refundKeys,
    isDisputed: false,
    cardDigits,
    cardBrand,
    // Null, because all users pay with the same few test cards, so a fingerprint would not tell payers apart.
    cardFingerprint: null,
    payerEmail: hold.payerEmail ?? null,
    authorisedMinor: state === 'open' || state === 'expired' ? 0 : request.amountMinor,
    captureBefore: captureBefore === null ? null : new Date(captureBefore),
  };
}
