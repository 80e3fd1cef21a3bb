import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type Joi from 'joi';
import { LOCATION } from '../../server/core/formats/locationSchema.ts';
import { TARIFF } from '../../server/core/formats/tariffSchema.ts';
import { CLIENTS } from '../../server/shop/import/clientSchema.ts';
import { readOperatorData } from '../../server/shop/import/readOperatorData.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';
import { finishedAt } from '../support/orders.ts';

const SHOP = 'docs/example-shop';
const GUIDE = readFileSync('docs/operators.md', 'utf8');

interface Described {
  type?: string;
  keys?: Record<string, Described>;
  items?: Described[];
}

/** Settings whose field name is itself a value, such as a currency or a language. The guide documents all of them in one row. */
const BY_NAME = /^(holds|legal)\./;

function fieldsOf({ keys = {}, items = [] }: Described, above = ''): string[] {
  return [
    ...items.flatMap(item => fieldsOf(item, above === '' ? '' : `${above}[]`)),
    ...Object.entries(keys).flatMap(([key, field]) => {
      const name = above === '' ? key : `${above}.${key}`;
      return [name, ...fieldsOf(field, name)];
    }),
  ].filter(name => !BY_NAME.test(name));
}

function documented(table: string): string[] {
  const text = GUIDE.split(`<!-- ${table} -->`)[1]?.split(`<!-- /${table} -->`)[0] ?? '';
  return [...text.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name ?? '');
}

describe('The guide for operators', () => {
  it.each<[string, Joi.Schema]>([
    ['clients.json', CLIENTS],
    ['locations', LOCATION],
    ['tariffs', TARIFF],
  ])('explains every field of %s and no other', (table, schema) => {
    expect(documented(table).sort()).toEqual(fieldsOf(schema.describe() as Described).sort());
  });

  it('comes with an example that is read without a fault or a remark', async () => {
    expect((await readOperatorData(SHOP)).remarks).toEqual([]);
  });
});

describe('The example shop', () => {
  let open: RunningApp;
  beforeAll(async () => {
    open = await startApp({ env: { OPERATOR_DATA: SHOP } });
  });
  afterAll(() => open.close());

  it('sells: a driver pays, charges and has a receipt', async () => {
    const { sessionId } = await finishedAt(open, { clientId: 'musterstrom', evseId: 'DE*MST*E0002*1' });
    const { settlement, documents } = await open.app.backend.getReceipt({ receipt: sessionId });
    expect(settlement).toBe('charged');
    expect(documents.map(({ number }) => number)).toEqual([expect.stringMatching(/^R-MST-\d{4}-000001$/)]);
  });
});

describe('The documentation', () => {
  const pages = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md')];
  it.each(pages)('%s leads to pages that exist', page => {
    const links = [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, link]) => link ?? '');
    expect(links.filter(link => !existsSync(path.join(path.dirname(page), link)))).toEqual([]);
  });

  it('names only commands that exist', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    const named = pages.flatMap(page => [...readFileSync(page, 'utf8').matchAll(/npm run (?:--silent )?([\w:-]+)/g)]);
    expect([...new Set(named.map(([, name]) => name ?? ''))].filter(name => !Object.hasOwn(scripts, name))).toEqual([]);
  });
});
