import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { MINUTE_MS } from '../../../shared/model/time.ts';
import { createManualClock } from '../../../test/support/clock.ts';
import { createBrands } from './brands.ts';
import { UpstreamFailure } from './failure.ts';
import type { UpstreamMetadata } from './wire.ts';

const METADATA: UpstreamMetadata = {
  logo: null,
  primary: '#00843d',
  secondary: null,
  clientUuid: null,
  currency: null,
  imprint: null,
  privacy: null,
  termsBody: null,
  publicInfo: null,
  name: null,
  supportPhone: null,
  supportEmail: null,
};

/** Creates `Brands` with a fake external service and a manual clock. */
function brandsWith(answer: (clientId: string) => Promise<UpstreamMetadata>) {
  const clock = createManualClock();
  const requested: string[] = [];
  const service = { answer };
  const brands = createBrands({
    clock,
    metadata: clientId => {
      requested.push(clientId);
      return service.answer(clientId);
    },
    logo: async () => null,
  });
  const settle = () => new Promise(resolve => setTimeout(resolve, 0));
  return { brands, requested, service, settle, pass: clock.pass };
}
const works = async () => METADATA;
const fails = async (): Promise<never> => {
  throw new UpstreamFailure('status 500');
};

describe('Brands', () => {
  afterEach(() => void jest.useRealTimers());

  it('are waited for by everyone who comes before the first is there', async () => {
    const { brands, requested } = brandsWith(works);
    const found = await Promise.all([1, 2, 3].map(() => brands.find('lindau')));
    expect(found.map(brand => brand?.metadata.primary)).toEqual(['#00843d', '#00843d', '#00843d']);
    expect(requested).toHaveLength(1);
  });

  it('keep nobody longer than a second and a half, and nobody at all after a failure', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    const { brands, service, pass } = brandsWith(() => new Promise(() => undefined));
    const first = brands.find('lindau');
    await jest.advanceTimersByTimeAsync(1500);
    expect(await first).toBeNull();
    service.answer = fails;
    expect(await brands.find('konstanz')).toBeNull();
    service.answer = () => new Promise(() => undefined);
    await pass(MINUTE_MS);
    // The clock does not advance, so a call that waited would never return.
    expect(await brands.find('konstanz')).toBeNull();
  });

  it('stay for ten minutes when the service has gone, and no longer', async () => {
    const { brands, service, settle, pass } = brandsWith(works);
    await brands.find('lindau');
    service.answer = fails;
    for (let minute = 1; minute < 10; minute++) {
      await pass(MINUTE_MS);
      expect(await brands.find('lindau')).not.toBeNull();
      await settle();
    }
    await pass(MINUTE_MS);
    expect(await brands.find('lindau')).toBeNull();
  });

  it('come back within half a minute when the service does', async () => {
    const { brands, service, settle, pass } = brandsWith(fails);
    await brands.find('lindau');
    service.answer = works;
    await pass(MINUTE_MS / 2);
    await brands.find('lindau');
    await settle();
    expect(await brands.find('lindau')).not.toBeNull();
  });

  it('are not asked for with every page while the service fails', async () => {
    const { brands, requested, settle, pass } = brandsWith(fails);
    for (let second = 0; second < 60; second++) {
      await brands.find('lindau');
      await settle();
      await pass(1000);
    }
    expect(requested.length).toBeLessThanOrEqual(6);
  });

  it('that somebody invents cost the service twenty calls at once, and no memory', async () => {
    const { brands, requested } = brandsWith(() => new Promise(() => undefined));
    await Promise.all(Array.from({ length: 300 }, (_, name) => brands.find(`invented-${name}`)));
    expect(requested).toHaveLength(20);
  });

  it('that somebody invents do not push out those that are known, nor keep them from being renewed', async () => {
    const { brands, requested, service, settle, pass } = brandsWith(works);
    await brands.find('lindau');
    service.answer = name => (name === 'lindau' ? works() : new Promise(() => undefined));
    for (let name = 0; name < 300; name++) void brands.find(`invented-${name}`);
    expect(await brands.find('lindau')).not.toBeNull();
    await pass(2 * MINUTE_MS);
    for (let name = 0; name < 300; name++) void brands.find(`invented-${name}`);
    await brands.find('lindau');
    await settle();
    expect(requested.filter(name => name === 'lindau')).toHaveLength(2);
  });
});
