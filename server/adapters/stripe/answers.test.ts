import { describe, expect, it } from '@jest/globals';
import Stripe from 'stripe';
import { ProviderFailed, ProviderUnavailable } from '../../core/ports/ports.ts';
import { answered, answeredRead, answeredTogether } from './answers.ts';

interface StripeErrorFields {
  statusCode?: number;
  code?: string;
  /** Null: a response without a request id, such as from a proxy. Stripe itself always sends one. */
  requestId?: string | null;
}

/** Creates an error with the SDK's own class. */
const stripeError = ({ statusCode, code, requestId = 'req_1' }: StripeErrorFields): Error =>
  new Stripe.errors.StripeAPIError({
    type: 'api_error',
    ...(statusCode !== undefined && { statusCode }),
    ...(statusCode !== undefined && requestId !== null && { requestId }),
    ...(code !== undefined && { code }),
    message: 'A sentence that quotes ada@example.org',
  } as never);

const failureOf = (call: Promise<unknown>): Promise<unknown> => call.catch((error: unknown) => error);
const failing = (words: StripeErrorFields) => Promise.reject(stripeError(words));
const IN_USE = { statusCode: 409, code: 'idempotency_key_in_use' };

describe('An answer of Stripe', () => {
  it('that is none of an error is handed on', async () => {
    expect(await answered(Promise.resolve(7))).toBe(7);
  });

  it.each<[string, StripeErrorFields]>([
    ['never came', {}],
    ['says that another call has the key', IN_USE],
    ['says that there are too many calls', { statusCode: 429, code: 'rate_limit' }],
    ['comes from something in between', { statusCode: 502, requestId: null }],
    ['is an error of Stripe’s server', { statusCode: 500 }],
    ['says that Stripe is not available', { statusCode: 503 }],
  ])('leaves open what became of the call where it %s', async (_, words) => {
    const failure = await failureOf(answered(failing(words)));
    expect(failure).toBeInstanceOf(ProviderUnavailable);
    expect(failure).not.toBeInstanceOf(ProviderFailed);
  });

  it.each([400, 402, 403, 404])('is a definite no with status %d and the number of Stripe’s own', async statusCode => {
    expect(await failureOf(answered(failing({ statusCode, code: 'no' })))).toBeInstanceOf(ProviderFailed);
  });

  it.each([400, 500])('to a mere question says nothing about a key, not even with status %d', async statusCode => {
    const failure = await failureOf(answeredRead(failing({ statusCode, code: 'resource_missing' })));
    expect(failure).toMatchObject({ name: 'ProviderUnavailable', message: 'resource_missing' });
    expect(failure).not.toBeInstanceOf(ProviderFailed);
  });

  it.each([
    ['ENOTFOUND', 'StripeConnectionError: name not found (ENOTFOUND)'],
    ['ECONNREFUSED', 'StripeConnectionError: connection refused (ECONNREFUSED)'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'StripeConnectionError: certificate not accepted (SELF_SIGNED_CERT_IN_CHAIN)'],
    ['EWHATEVER', 'StripeConnectionError (EWHATEVER)'],
  ])('that never came names the cause of a failed connection: %s', async (code, message) => {
    const socketError = Object.assign(new Error('getaddrinfo for ada@example.org'), { code });
    for (const detail of [socketError, new TypeError('fetch failed', { cause: socketError })]) {
      const error = new Stripe.errors.StripeConnectionError({ message: 'An error occurred', detail } as never);
      expect(await failureOf(answered(Promise.reject(error)))).toMatchObject({ name: 'ProviderUnavailable', message });
    }
  });

  it('is told by its code, else by the kind of its error, and never by its sentence', async () => {
    expect(await failureOf(answered(failing({ statusCode: 402, code: 'card_declined' })))).toMatchObject({
      message: 'card_declined',
    });
    const unnamed = await failureOf(answered(failing({ statusCode: 500 })));
    expect(unnamed).toMatchObject({ message: expect.not.stringContaining('ada@') });
    expect(unnamed).toMatchObject({ message: expect.stringMatching(/^\w+$/) });
  });

  it('that is not Stripe’s own fault is a bug of ours and stays one', async () => {
    const bug = new TypeError('not a function');
    expect(await failureOf(answered(Promise.reject(bug)))).toBe(bug);
    expect(await failureOf(answeredRead(Promise.reject(bug)))).toBe(bug);
    expect(await failureOf(answered(Promise.reject('thrown as a text')))).toBe('thrown as a text');
  });
});

describe('Two of ours who ask for one thing at once', () => {
  it('get the answer of the first: whoever finds the key in use asks again', async () => {
    const answers = [() => failing(IN_USE), () => failing(IN_USE), () => Promise.resolve('the page')];
    let attempts = 0;
    expect(await answeredTogether(() => answers[attempts++]!())).toBe('the page');
    expect(attempts).toBe(3);
  });

  it.each<[string, StripeErrorFields]>([
    ['too many calls', { statusCode: 429, code: 'rate_limit' }],
    ['a definite no', { statusCode: 400, code: 'parameter_invalid' }],
  ])('do not ask again after %s', async (_, words) => {
    const calls: StripeErrorFields[] = [];
    const call = () => {
      calls.push(words);
      return failing(words);
    };
    await expect(answeredTogether(call)).rejects.toThrow(words.code);
    expect(calls).toHaveLength(1);
  });

  it('give up in the end, and nothing is said about the first one’s call', async () => {
    const calls: StripeErrorFields[] = [];
    const call = () => {
      calls.push(IN_USE);
      return failing(IN_USE);
    };
    expect(await failureOf(answeredTogether(call))).toBeInstanceOf(ProviderUnavailable);
    expect(calls).toHaveLength(12);
  });
});
