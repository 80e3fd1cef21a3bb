/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createInstance } from 'i18next';
import type { Charging } from '../shared/charging.ts';
import { Problem } from '../shared/problem.ts';
import type { Visit } from './pageData.tsx';
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

async function visitor({ charging = {}, isOldBuild = false }: { charging?: Partial<Charging>; isOldBuild?: boolean } = {}) {
  const loader = await createPageLoader({
    visit,
    first,
    charging: charging as Charging,
    i18n: createInstance({ lng: 'de', resources: {} }),
    isOldBuild: () => isOldBuild,
    leave: address => left.push(address),
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
});
