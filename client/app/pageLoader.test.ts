/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Charging, ChargingPoint } from '../../shared/charging/charging.ts';
import type { Receipt } from '../../shared/charging/receipt.ts';
import { Problem } from '../../shared/model/problem.ts';
import { createTexts } from '../browser/texts.ts';
import type { Visit } from '../core/pageData.tsx';
import { createPageLoader } from './pageLoader.ts';
import { PAGES } from './pages.ts';

const first = { name: 'Home', params: {}, data: { demoPoints: [] }, form: null, formToken: null };
const visit = { locale: 'de', strings: {}, build: 'old' } as unknown as Visit;
const settle = () => new Promise(resolve => setTimeout(resolve));

let left: string[];
beforeEach(() => {
  left = [];
  window.history.replaceState({}, '', '/');
});
afterEach(() => {
  jest.restoreAllMocks();
});

interface VisitorOptions {
  charging?: Partial<Charging>;
  isOldBuild?: boolean;
  isReachable?: boolean;
}

async function visitor({ charging = {}, isOldBuild = false, isReachable = true }: VisitorOptions = {}) {
  const loader = await createPageLoader({
    visit,
    first,
    charging: charging as Charging,
    texts: createTexts('de', {}),
    isOldBuild: () => isOldBuild,
    leave: address => left.push(address),
    isReachable: async () => isReachable,
  });
  return {
    loader,
    async goesTo(pathname: string) {
      window.history.pushState({}, '', pathname);
      const view = loader.view({ key: 'next', pathname, search: '' });
      const shown = await Promise.race([view, settle().then(() => null)]);
      return shown?.route.name ?? null;
    },
  };
}

const legal = { getLegalText: async () => null };

describe('a way within the app', () => {
  test('shows the next page without loading the document again', async () => {
    expect(await (await visitor({ charging: legal })).goesTo('/terms')).toBe('NeutralTerms');
    expect(left).toEqual([]);
  });

  test('is a full load when the code of the next page is gone after a deploy, and no error', async () => {
    jest.spyOn(PAGES.NeutralTerms, 'preload').mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'));
    expect(await (await visitor({ charging: legal })).goesTo('/terms')).toBeNull();
    expect(left).toEqual(['http://localhost/terms']);
  });

  test('is a full load when the server has a page for what went wrong', async () => {
    const getLegalText = async () => {
      throw new Problem('no-client');
    };
    expect(await (await visitor({ charging: { getLegalText } })).goesTo('/lindau/terms')).toBeNull();
    expect(left).toEqual(['http://localhost/lindau/terms']);
  });

  test('is a full load once another build is served, and nothing is asked before', async () => {
    const getLegalText = jest.fn<Charging['getLegalText']>();
    expect(await (await visitor({ charging: { getLegalText }, isOldBuild: true })).goesTo('/terms#top')).toBeNull();
    expect(left).toEqual(['http://localhost/terms']);
    expect(getLegalText).not.toHaveBeenCalled();
  });

  test('leaves the page that is shown alone, whatever is served', async () => {
    const { loader } = await visitor({ isOldBuild: true });
    expect((await loader.view({ key: 'default', pathname: '/', search: '' })).route.name).toBe('Home');
    expect(left).toEqual([]);
  });

  test.each([
    ['reached', undefined],
    [
      'reached, and the browser cannot read what it keeps',
      { match: () => Promise.reject(new DOMException('Unexpected', 'UnknownError')) },
    ],
  ])('shows our words where the server cannot be %s, and stays', async (_, caches) => {
    if (caches) Object.assign(window, { caches });
    const getLegalText = async () => {
      throw new TypeError('Failed to fetch');
    };
    const { goesTo } = await visitor({ charging: { getLegalText }, isReachable: false });
    expect(await goesTo('/terms')).toBe('Failure');
    expect(left).toEqual([]);
    Reflect.deleteProperty(window, 'caches');
  });

  test('leaves whoever has gone elsewhere meanwhile where they are', async () => {
    const { promise, reject } = Promise.withResolvers<never>();
    const { goesTo } = await visitor({ charging: { getLegalText: () => promise } });
    expect(await goesTo('/terms')).toBeNull();
    window.history.pushState({}, '', '/');
    reject(new Problem('no-client'));
    await settle();
    expect(left).toEqual([]);
  });

  /** Replaces `fetch` by a fake server that issues form tokens. Returns the requested addresses. */
  const givesTokens = () => {
    const requested: string[] = [];
    window.fetch = async address => {
      requested.push(String(address));
      return { ok: true, json: async () => ({ formToken: 'signed' }) } as Response;
    };
    return requested;
  };

  test('brings a form token along where the page needs one', async () => {
    const requested = givesTokens();
    const getChargingPoint = async () => ({ clientId: 'lindau', evseId: 'DE*X*E1', plugs: [] }) as unknown as ChargingPoint;
    const { loader } = await visitor({ charging: { getChargingPoint } });
    window.history.pushState({}, '', '/lindau/evse/DE*X*E1');
    const view = await loader.view({ key: 'pay', pathname: '/lindau/evse/DE*X*E1', search: '' });
    expect([view.route.name, view.formToken, requested]).toEqual(['Payment', 'signed', ['/api/form-token']]);
  });

  test('to what a search found begins with the server, unless the search handed it on', async () => {
    givesTokens();
    const found = { number: 1, evseId: 'DE*X*E1', startedAt: '', price: { amountMinor: 1 } };
    const getReceipt = async () => ({ receipt: 'r.1', found }) as unknown as Receipt;
    const { loader, goesTo } = await visitor({ charging: { getReceipt } });
    expect(await goesTo('/lindau/receipts/results')).toBeNull();
    expect(left).toEqual(['http://localhost/lindau/receipts/results']);
    const state = { found: ['r.1'], searched: null };
    const view = await loader.view({ key: 'found', pathname: '/lindau/receipts/results', search: '', state });
    expect(view.route.name).toBe('ReceiptResults');
  });
});
