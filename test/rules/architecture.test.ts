import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';

interface Rule {
  room: RegExp;
  /** Files it may reach for, as paths from the root. */
  files: RegExp;
  packages: RegExp;
}

const CLIENT_PACKAGES =
  /^(react|react-dom|react-router|react-i18next|i18next|styled-components|@loadable\/component|qr\/decode\.js)(\/|$)/;
const PURE = /^(temporal-polyfill|node:crypto)$/;

/** A room of the operator: its own files, those of the rooms it names, and the files directly in server/operator. */
const operatorRoom = (name: string, others: string, packages: RegExp, more = ''): Rule => ({
  room: new RegExp(`^server/operator/${name}/`),
  files: new RegExp(
    `^(server/(operator/(\\w+\\.ts$|(${[name, ...others.split(' ')].filter(Boolean).join('|')})/)|backend|correlation${more})|shared/)`,
  ),
  packages,
});

/** Room by room, which files and packages one may reach for. The first match wins; a file in no room is a fault. */
const RULES: readonly Rule[] = [
  { room: /^shared\//, files: /^shared\//, packages: /^$/ },
  { room: /^client\/routes\.ts$/, files: /^shared\//, packages: /^react-router$/ },
  // The console is rendered on the server alone; drivers load nothing of it.
  {
    room: /^client\/console\//,
    files: /^(client\/(console\/|theme\.ts|components\/(figure\/|text\/LegalNodes\.tsx))|shared\/)/,
    packages: CLIENT_PACKAGES,
  },
  { room: /^client\/(components|hooks)\//, files: /^(client\/(?!pages[./]|console\/)|shared\/)/, packages: CLIENT_PACKAGES },
  // Writes a page as text, far from React.
  { room: /^client\/worker\//, files: /^(client\/worker|shared)\//, packages: /^escape-html$/ },
  // The table of pages reaches every page, so a page that reached for it would bring all the others along.
  { room: /^client\/(?!pageLoader\.ts$)/, files: /^(client\/(?!pages\.ts$|console\/)|shared\/)/, packages: CLIENT_PACKAGES },
  { room: /^client\//, files: /^(client\/(?!console\/)|shared\/)/, packages: CLIENT_PACKAGES },
  { room: /^server\/(main|start|compose|compose\/\w+)\.ts$/, files: /^(server|shared)\/|^client\/pages\.ts$/, packages: /./ },
  { room: /^server\/app\.ts$/, files: /^server\/(http\/|render\/|backend)|^shared\//, packages: /./ },
  {
    room: /^server\/(backend|config|correlation|mishaps|removals|sealed|settings|settingsFile|settingBooks|settingDocuments|settingProxies|settingSecret|settingFaults|serve|stopAccepting)\.ts$/,
    files: /^(shared\/|server\/(setting|mishaps|stopAccepting))/,
    packages: /^(node:|joi$|express$)/,
  },
  { room: /^server\/network\//, files: /^server\/network\//, packages: /^(node:|ipaddr\.js$)/ },
  operatorRoom('store', 'check', /^(node:|kysely|pg$)/),
  // Colours are checked with the parser that pages are painted with.
  operatorRoom('import', 'catalogue documents pricing', /^(node:(crypto|fs|fs\/promises|path)|joi)$/, '|render\\/color'),
  operatorRoom('pricing', '', PURE),
  operatorRoom('check', 'pricing receipts store', PURE),
  operatorRoom('catalogue', 'pricing sessions store', /^(node:crypto|sanitize-html|temporal-polyfill)$/),
  operatorRoom(
    'documents',
    'pricing sessions store',
    /^(node:(crypto|module|fs|zlib)|pdfkit|qrcode-generator|temporal-polyfill)$/,
  ),
  operatorRoom('mail', 'documents orders pricing sessions store', /^escape-html$/, '|render\\/color'),
  // Devices are kept sealed.
  operatorRoom('push', 'mail pricing sessions store', PURE, '|sealed'),
  operatorRoom('orders', 'catalogue mail payments sessions store worker', PURE),
  operatorRoom('payments', 'documents mail orders sessions store', PURE),
  operatorRoom('sessions', 'mail orders pricing push store', PURE),
  // Addresses that receipts are sent on to are kept sealed.
  operatorRoom('receipts', 'catalogue check documents mail sessions store', PURE, '|sealed'),
  operatorRoom('books', 'check documents pricing sessions store', PURE),
  operatorRoom('worker', 'backoffice books documents mail payments sessions store', PURE),
  operatorRoom(
    'console',
    'backoffice books catalogue documents mail orders payments pricing receipts sessions store',
    /^(temporal-polyfill|node:crypto)$/,
    // What a brand's colours become is told by the code that paints with them.
    '|render\\/brandReview',
  ),
  operatorRoom('backoffice', 'books console documents payments pricing push receipts sessions store', PURE),
  { room: /^server\/operator\/\w+\.ts$/, files: /^(server\/(operator\/|backend)|shared\/)/, packages: PURE },
  // What a CPO pushes is what operators' files hold: one reading of tariffs and places, one arithmetic of prices.
  {
    room: /^server\/adapters\/ocpi\//,
    files:
      /^(server\/(adapters\/ocpi\/|operator\/(ports|stationPort|cataloguePort|records|import\/|pricing\/)|network\/|correlation|sealed|removals)|shared\/)/,
    packages: /^(node:|joi$|got$|express$|rate-limiter-flexible$)/,
  },
  {
    room: /^server\/adapters\/(\w+)\//,
    files:
      /^(server\/(adapters\/SELF\/|operator\/(ports|payoutPort|stationPort)\.ts|backend|network\/|sealed|removals)|shared\/)/,
    packages: /./,
  },
  {
    room: /^server\/http\//,
    files:
      /^(server\/(http\/|network\/|render\/|backend|correlation|sealed)|shared\/|client\/(App\.tsx|page\.ts|pages\.ts|routes\.ts|console\/.*)$)/,
    packages: /./,
  },
  {
    room: /^server\/render\//,
    files: /^(server\/render\/|client\/(App\.tsx|page\.ts|routes\.ts|console\/Console(App\.tsx|Context\.ts))$|shared\/)/,
    packages: /^(node:|express|react|react-dom|react-router|styled-components|i18next|tinycolor2)/,
  },
];

interface Source {
  file: string;
  text: string;
}

const isTest = (file: string) => /\.(test|fixture)\.tsx?$/.test(file);
const sources = (): Source[] =>
  globSync('{shared,client,server}/**/*.{ts,tsx}')
    .filter(file => !isTest(file))
    .map(file => ({ file, text: readFileSync(file, 'utf8') }));

const IMPORTS = [
  /^(?:import|export)\s[^'"\n;=]*\bfrom\s+['"]([^'"\n]+)['"]/gm,
  /^\}\s+from\s+['"]([^'"\n]+)['"]/gm,
  /^import\s+['"]([^'"\n]+)['"]/gm,
  /\bimport\s*\(\s*['"]([^'"\n]+)['"]/g,
];
const importsOf = (text: string): string[] =>
  IMPORTS.flatMap(pattern => [...text.matchAll(pattern)].map(match => match[1] ?? ''));

function violations({ file, text }: Source): string[] {
  const rule = RULES.find(({ room }) => room.test(file));
  if (!rule) return [`${file} lives in no known room`];
  const self = rule.room.exec(file)?.[1] ?? '';
  const files = new RegExp(rule.files.source.replace('SELF', self));
  return importsOf(text)
    .filter(target => (target.startsWith('.') ? !files.test(path.join(path.dirname(file), target)) : !rule.packages.test(target)))
    .map(target => `${file} must not import ${target}`);
}

/** A name in snake_case outside comments and texts, but for the one state of a payment that is written like this. */
const COLUMN = /(?<!['"`\w-]|\/\/.*|^\s*\/?\*.*)(?!capture_failed\b)[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b(?!['"`-])/m;

/** Only these speak of a word, so that a reader finds it in one place. */
const ONLY_IN: readonly { what: string; word: RegExp; files: RegExp }[] = [
  { what: 'the environment', word: /\bprocess\.env\b/, files: /^server\/main\.ts$/ },
  { what: 'the wall clock inside the operator', word: /\bDate\.now\(\)(?!\.)|\bnew Date\(\)/, files: /^(?!server\/operator\/)/ },
  // Rows are decoded once, by the store. What is read elsewhere is somebody else's format: files of an operator, a meter's record.
  {
    what: 'JSON outside the store',
    word: /\bJSON\.parse\b/,
    files:
      /^(?!server\/operator\/)|^server\/operator\/(store\/|check\/ocmf\.ts$|documents\/meterFacts\.ts$|import\/jsonFiles\.ts$)/,
  },
  {
    what: 'a column of the database',
    word: COLUMN,
    files:
      /^(?!server\/operator\/)|^server\/operator\/(store\/|import\/(kwhPrices|locationSchema|remarks\/\w+|pointRecord|sales|soldTariff|tariff\w+)\.ts$)/,
  },
  { what: 'react-dom/server', word: /react-dom\/server/, files: /^server\/render\// },
  { what: 'a sink for HTML', word: /dangerouslySetInnerHTML|\.innerHTML/, files: /^$/ },
  { what: 'the SDK of Stripe before somebody chose it', word: /^import (?!type\b)[^;]*from 'stripe'/m, files: /^$/ },
  { what: 'an inline style', word: /\bstyle=\{/, files: /^$/ },
];

function strays({ file, text }: Source): string[] {
  return ONLY_IN.filter(({ word, files }) => word.test(text) && !files.test(file)).map(
    ({ what }) => `${file} must not touch ${what}`,
  );
}

describe('The app', () => {
  it('keeps every import within the rules of its room', () => {
    expect(sources().flatMap(violations)).toEqual([]);
  });

  it('keeps the environment, the clock, the renderer and HTML sinks where they belong', () => {
    expect(sources().flatMap(strays)).toEqual([]);
  });

  it('has no rooms that have grown too large', () => {
    expect(
      sources()
        .filter(({ text }) => text.split('\n').length > 251)
        .map(({ file }) => file),
    ).toEqual([]);
  });

  // Migrations only ever become more, and are found by their number.
  it('has no folder with more files than a glance takes in', () => {
    const inFolder = Map.groupBy(sources(), ({ file }) => path.dirname(file));
    const crowded = [...inFolder].filter(([folder, files]) => files.length > 20 && !folder.endsWith('/migrations'));
    expect(crowded.map(([folder]) => folder)).toEqual([]);
  });

  it.each([
    ['shared/money.ts', "import joi from 'joi'"],
    ['client/App.tsx', "import { x } from '../../server/config.ts'"],
    ['client/App.tsx', "import { x } from './pages.ts'"],
    ['client/routes.ts', "import { x } from './page.ts'"],
    ['client/components/control/AppLink.tsx', "import { x } from '../../pages/Home/load.ts'"],
    ['server/operator/sessions/prices.ts', "import express from 'express'"],
    ['server/operator/sessions/prices.ts', "import { x } from '../../http/api.ts'"],
    ['server/operator/pricing/price.ts', "import { x } from '../store/orders.ts'"],
    ['server/adapters/sandbox/sandbox.ts', "import { x } from '../simulator/simulator.ts'"],
    ['server/adapters/ocpi/mapping/tariff.ts', "import { x } from '../../../operator/orders/placeOrder.ts'"],
    ['server/http/api.ts', "import { x } from '../operator/operator.ts'"],
    ['server/render/render.tsx', "import { x } from '../../client/components/Button.tsx'"],
    ['server/elsewhere/x.ts', ''],
  ])('notices a planted break: %s with %s', (file, text) => {
    expect(violations({ file, text })).toHaveLength(1);
  });

  it.each([
    ['server/operator/x.ts', 'const now = Date.now()'],
    ['server/operator/x.ts', 'const bill = JSON.parse(session.bill)'],
    ['server/operator/x.ts', 'if (session.started_at) return'],
    ['server/operator/documents/x.ts', 'const { order_id: orderId } = session'],
    ['server/http/x.ts', 'process.env.PORT'],
    ['client/x.tsx', '<p dangerouslySetInnerHTML={x} />'],
    ['server/adapters/stripe/x.ts', "import Stripe from 'stripe';"],
  ])('notices a planted stray: %s with %s', (file, text) => {
    expect(strays({ file, text })).toHaveLength(1);
  });
});
