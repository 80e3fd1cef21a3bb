import { describe, expect, it } from '@jest/globals';
import { createManualClock } from '../../../test/support/clock.ts';
import { createBreaker } from './breaker.ts';
import { UpstreamFailure } from './failure.ts';

const outage = async (): Promise<never> => {
  throw new UpstreamFailure('status 500');
};
const refusal = async (): Promise<never> => {
  throw new UpstreamFailure('status 400', { isOutage: false });
};
const works = async () => 'fine';

function breakerAt() {
  const clock = createManualClock();
  const breaker = createBreaker({ clock });
  const kindOf = (work: () => Promise<string>) => breaker.run(work).catch((error: UpstreamFailure) => error.kind);
  return { breaker, kindOf, pass: clock.pass };
}

describe('A service that fails time and again', () => {
  it('is left alone after ten failures at most, and asked again within half a minute', async () => {
    const { breaker, kindOf, pass } = breakerAt();
    for (let call = 0; call < 10; call++) await kindOf(outage);
    expect(await kindOf(works)).toBe('resting');
    expect(breaker.isOpen()).toBe(true);
    await pass(30_000);
    expect(await kindOf(works)).toBe('fine');
    expect(breaker.isOpen()).toBe(false);
    expect(await kindOf(works)).toBe('fine');
  });

  it('is tried by one call while the others wait for what it finds', async () => {
    const { breaker, kindOf, pass } = breakerAt();
    for (let call = 0; call < 10; call++) await kindOf(outage);
    await pass(30_000);
    const { promise, resolve } = Promise.withResolvers<string>();
    const trial = breaker.run(() => promise);
    expect(await kindOf(works)).toBe('resting');
    resolve('fine');
    expect(await trial).toBe('fine');
    expect(await kindOf(works)).toBe('fine');
  });

  it('is not left alone for questions that it refused', async () => {
    const { breaker, kindOf } = breakerAt();
    for (let call = 0; call < 20; call++) expect(await kindOf(refusal)).toBe('status 400');
    expect(breaker.isOpen()).toBe(false);
  });

  it('is not left alone for failures with answers between them', async () => {
    const { breaker, kindOf } = breakerAt();
    for (let call = 0; call < 20; call++) await kindOf(call % 3 === 0 ? works : outage);
    expect(breaker.isOpen()).toBe(false);
  });
});
