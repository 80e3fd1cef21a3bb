import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import type { Browser } from 'puppeteer';
import { type BuiltHouse, openBuiltHouse } from './builtHouse.ts';
import { openBrowser } from './chromium.ts';
import { openVisitor, type Visitor, type VisitorFacts } from './visitor.ts';

export interface Stage {
  house(): BuiltHouse;
  /** A visitor with a browser profile of their own. */
  enters(facts?: Omit<VisitorFacts, 'origin'>): Promise<Visitor>;
}

/** One browser and one house for the tests of a file. Whatever a page or the house complains about fails the test. */
export function setStage(ask: Parameters<typeof openBuiltHouse>[0] = {}): Stage {
  let browser: Browser;
  let house: BuiltHouse | undefined;
  const visitors: Visitor[] = [];

  beforeAll(async () => {
    [house, browser] = await Promise.all([openBuiltHouse(ask), openBrowser()]);
  }, 90_000);
  afterEach(async () => {
    const left = visitors.splice(0);
    await Promise.all(left.map(visitor => visitor.leaves()));
    expect(left.flatMap(visitor => visitor.troubles())).toEqual([]);
    expect(house?.bugs() ?? []).toEqual([]);
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), house?.close()]);
  });
  return {
    house: () => house,
    async enters(facts = {}) {
      const visitor = await openVisitor(browser, { origin: house.origin, ...facts });
      visitors.push(visitor);
      return visitor;
    },
  };
}
