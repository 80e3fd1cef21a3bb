import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import { parse } from 'yaml';
import type { Counts } from '../../server/core/ports/backend.ts';
import { createChecker } from '../../server/http/operations/checks.ts';
import { createMetrics } from '../../server/http/operations/metrics.ts';
import { RUNBOOK } from '../../server/runtime/alerts.ts';

const TEXT = readFileSync('docs/runbook.md', 'utf8');

interface Rule {
  alert: string;
  expr: string;
  annotations: { summary: string };
  labels: { severity: string };
}
const RULES = (parse(readFileSync('docs/operations/alerts.yml', 'utf8')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  ({ rules }) => rules,
);
interface Board {
  panels: { title: string; targets: { expr: string }[] }[];
}
const BOARD = JSON.parse(readFileSync('docs/operations/board.json', 'utf8')) as Board;
const EXPRESSIONS: readonly [string, string][] = [
  ...RULES.map(({ alert, expr }): [string, string] => [alert, expr]),
  ...BOARD.panels.flatMap(({ title, targets }) => targets.map(({ expr }): [string, string] => [title, expr])),
];

/** Counts with at least one value of each kind, so that /metrics contains a line for every metric. */
const counts: Counts = {
  sessions: { charging: 1 },
  payments: { authorised: 1 },
  outbox: { depth: 1, oldestAt: null, overdueS: 1, overdueKindsS: { capture: 1 } },
  unsettledS: 1,
  attention: 1,
  attentionKinds: { 'capture fails': 1 },
  connections: { town: { failingS: 1, openStarts: 1, awaitedCdrs: 1, modules: {} } },
  chargePoints: { known: 1, connected: 0, silent: 1, badlySet: 0, silentS: { HOTEL: 1 } },
};
const CHECKS = [
  { name: 'disk', check: async () => ({ freeBytes: 1, freePercent: 1 }) },
  { name: 'clock', check: async () => ({ jumpedByS: 0 }) },
  { name: 'notices', check: async () => ({ silentS: 0 }) },
];

/** The names of the metrics in /metrics, with their labels. */
const figures = new Map<string, Set<string>>();
beforeAll(async () => {
  const log = { warn: () => undefined, event: () => undefined };
  const checker = createChecker({ clock: { now: () => new Date() }, log });
  const metrics = createMetrics({
    statusToken: 'a-token',
    build: 'a1b2c3',
    counts: async () => counts,
    streams: () => 0,
    checks: CHECKS,
    runCheck: checker,
  });
  const server = express().use(metrics.watch, metrics.router).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const get = () => fetch(`http://127.0.0.1:${port}/metrics`, { headers: { authorization: 'Bearer a-token' } });
  // Only the second response contains metrics about a request, namely the first one.
  await (await get()).text();
  const text = await (await get()).text();
  server.close();
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? /gm)) {
    const known = figures.get(name) ?? new Set();
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label);
    figures.set(name, known);
  }
});

/** The labels that Prometheus adds to every metric. */
const ADDED = ['job', 'instance'];
const isOf = (name: string, label: string): boolean => ADDED.includes(label) || (figures.get(name)?.has(label) ?? false);

/** @returns the metrics and labels in the expression of an alert that /metrics does not contain */
function unknownIn(expr: string): string[] {
  const faults: string[] = [];
  const names = [...expr.matchAll(/\b(charging_\w+|up)\b(?:\{([^}]*)\})?/g)];
  for (const [, name = '', matchers = ''] of names) {
    if (name !== 'up' && !figures.has(name)) faults.push(name);
    for (const [, label = ''] of matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g))
      if (!isOf(name, label)) faults.push(`${name}{${label}}`);
  }
  const grouped = [...expr.matchAll(/\bby\s*\(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(/\s*,\s*/));
  for (const label of grouped) if (!names.some(([, name = '']) => isOf(name, label))) faults.push(`by (${label})`);
  return faults;
}

const tableOf = (heading: string): string => TEXT.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
const rowsOf = (heading: string): string[][] =>
  [...tableOf(heading).matchAll(/^\| `.*\|$/gm)].map(([row]) =>
    row
      .slice(1, -1)
      .split('|')
      .map(cell => cell.trim()),
  );
const plain = (cell = ''): string => cell.replace(/^`|`$/g, '');

/** Names of log lines that the sources build from a template, with the resulting names. */
const STATES: Readonly<Record<string, readonly string[]>> = {
  'session ${to}': ['running', 'paused', 'stopping', 'completed', 'cancelling', 'cancelled'].map(state => `session ${state}`),
  'payment ${moved.state}': [
    ...['pending', 'authorised', 'capturing', 'captured', 'capture_failed', 'releasing', 'released', 'expired'],
  ].map(state => `payment ${state}`),
};
function linesOfTheLog(): ReadonlySet<string> {
  const found = new Set<string>();
  for (const file of globSync('server/**/*.ts').filter(name => !name.endsWith('.test.ts'))) {
    const text = readFileSync(file, 'utf8');
    const calls = text.matchAll(/\b(?:logEvent|event|warn)\((`[^`]*`|[^{)]*)/g);
    const notes = text.matchAll(/\bnote\((?=[\w\s?]*['`])([^{)]*)/g);
    const outages = text.matchAll(/\breport\(('background work [^']+')/g);
    const last = text.matchAll(/\blogger\.\w+\(\{.*\}, ('[a-z]+')\)/g);
    for (const [, words = ''] of [...calls, ...notes, ...outages, ...last])
      for (const [, single, template] of words.matchAll(/'([^']+)'|`([^`]+)`/g)) {
        const name = single ?? template ?? '';
        for (const line of STATES[name] ?? [name]) found.add(line);
      }
  }
  // These two words are values of one log line, not names of lines.
  for (const kind of ['rejection', 'exception']) found.delete(kind);
  return found;
}

describe('Whoever is woken at night', () => {
  it.each(EXPRESSIONS)('is woken by figures that exist: %s', (_, expr) => {
    expect(unknownIn(expr)).toEqual([]);
  });

  it('would notice an alert on what nobody tells', () => {
    expect(unknownIn('max by (colour) (charging_attention_open{sort="x"}) > charging_gone')).toEqual([
      'charging_attention_open{sort}',
      'charging_gone',
      'by (colour)',
    ]);
  });

  it('finds a section for each alert, a sentence in it, and how urgent it is', () => {
    const missing = RULES.filter(({ alert }) => !new RegExp(`^### ${alert}\\n\\n\\S`, 'm').test(TEXT));
    expect(missing.map(({ alert }) => alert)).toEqual([]);
    const sections = [...tableOf('Alerts of Prometheus').matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
    expect(sections.sort()).toEqual(RULES.map(({ alert }) => alert).sort());
    for (const { labels, annotations } of RULES) {
      expect(['page', 'ticket']).toContain(labels.severity);
      expect(annotations.summary).not.toBe('');
    }
  });

  it('finds every kind of attention, with what /status says of it', () => {
    const rows = rowsOf('Kinds of attention').map(([kind, when, advice]) => [plain(kind), when, advice]);
    expect(Object.fromEntries(rows.map(([kind, , advice]) => [kind, advice]))).toEqual(RUNBOOK);
    expect(rows.filter(([, when]) => !['Now', 'Today', 'Week'].includes(when ?? ''))).toEqual([]);
  });

  it('is woken at once for exactly what the runbook calls urgent', () => {
    const urgent = rowsOf('Kinds of attention').filter(([, when]) => when === 'Now');
    const [, kinds = ''] = /kind=~"([^"]*)"/.exec(RULES.find(({ alert }) => alert === 'PaymentActionRequired')?.expr ?? '') ?? [];
    expect(kinds.split('|').sort()).toEqual(urgent.map(([kind]) => plain(kind)).sort());
  });

  it('finds every line of the log', () => {
    const rows = rowsOf('Lines of the log').map(([name]) => plain(name));
    const lines = linesOfTheLog();
    expect([...lines].filter(line => !rows.includes(line)).sort()).toEqual([]);
    expect(rows.filter(row => !lines.has(row)).sort()).toEqual([]);
  });

  it('finds everything that can end with a failure', () => {
    const ends = globSync('{server,scripts}/**/*.ts')
      .filter(file => !file.endsWith('.test.ts'))
      .filter(file => /process\.exit\((?!\))|process\.exitCode\s*=/.test(readFileSync(file, 'utf8')));
    expect(ends.filter(file => !tableOf('Exit codes').includes(`\`${file}\``))).toEqual([]);
  });
});

it('Every key among the settings can be changed, and the runbook says how and what breaks meanwhile', () => {
  const settings = [...readFileSync('docs/settings.md', 'utf8').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name = '']) => name);
  const keys = settings.filter(name => /SECRET|TOKEN|KEY|PASSWORD/.test(name) && !name.endsWith('_OLD'));
  expect(keys.length).toBeGreaterThan(6);
  const rows = readFileSync('docs/runbook.md', 'utf8').match(/^\| .*\|$/gm) ?? [];
  expect(keys.filter(name => !rows.some(row => row.startsWith(`| \`${name}\` |`)))).toEqual([]);
});
