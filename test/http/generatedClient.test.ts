import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readOperatorData } from '../../server/shop/import/readOperatorData.ts';
import { API_PATH } from '../../shared/console/api.ts';
import { SCOPES } from '../../shared/console/tokens.ts';
import { addToken, createApiClient } from '../support/apiClient.ts';
import { type ClientProject, createClientProject } from '../support/generatedClient.ts';
import { inDatabase } from '../support/inDatabase.ts';
import { type RunningApp, startApp, until } from '../support/openApp.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../support/webhookReceiver.ts';

const COMMAND_TOKEN = 'a-token-of-more-than-thirty-two-characters';
const CITY = 'Köln';
const MONTH = new Date().toLocaleDateString('sv', { timeZone: 'Europe/Berlin' }).slice(0, 7);

let running: RunningApp;
let receiver: WebhookReceiver;
let description: string;
let project: ClientProject;
let week: Week;
const projects: ClientProject[] = [];

/** Output of the program, as far as the tests read fields. */
interface Week {
  overview: unknown;
  pages: number[][];
  session: { number: number; evseId: string; capturedMinor: number };
  part: unknown;
  badInput: unknown;
  rest: unknown;
  ledger: { sums: { sessions: number; refundedMinor: number; creditedMinor: number }[]; rows: string[] };
  points: string[];
  point: unknown;
  stations: unknown;
  webhook: unknown;
  audit: { does: string; who: string; token: string | null; isDone: boolean; amount: unknown }[];
}

/** Creates a project with a client. `from`: address or file of the description. */
async function projectOf(from: string): Promise<ClientProject> {
  const created = await createClientProject(from);
  projects.push(created);
  return created;
}

/** Adds an endpoint by command, because the API adds none. Then the endpoint gets the address of the receiver, which has no TLS. */
async function addWebhook(): Promise<void> {
  const response = await fetch(`${running.origin}/operator-api/add-webhook`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${COMMAND_TOKEN}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ options: { url: 'https://erp.example/hook', type: 'price.changed', who: 'Petra Lindqvist' } }),
  });
  receiver.secret = ((await response.json()) as { data: { secret: string } }).data.secret;
  await inDatabase(running.config.dataDir, db => db.prepare('UPDATE webhook_endpoints SET url = ?').run(receiver.url));
}

beforeAll(async () => {
  receiver = await openWebhookReceiver();
  running = await startApp({
    env: { OPERATOR_API_TOKEN: COMMAND_TOKEN, OPERATOR_MAX_REFUND: 'EUR=0.30', DEMO_HISTORY: 'on' },
    speed: 1,
    webhooks: receiver,
  });
  description = `${running.origin}${API_PATH}/openapi.json`;
  const { secret: TOKEN } = await addToken(running.origin, COMMAND_TOKEN, { scopes: SCOPES });
  const second = await addToken(running.origin, COMMAND_TOKEN, { scopes: SCOPES, who: 'Jonas Weber' });
  await addWebhook();
  const program = createApiClient(running.origin, TOKEN);
  // The history of the demo has a second page of sessions in this city after some seconds.
  await until(
    async () => {
      await new Promise(resolve => setTimeout(resolve, 250));
      return (await program.get(`/sessions?find=${encodeURIComponent(CITY)}`)).body.before as number | null;
    },
    before => before !== null,
    120_000,
  );
  project = await projectOf(description);
  const env = { API: running.origin + API_PATH, TOKEN, SECOND_TOKEN: second.secret, MONTH, SEARCH: CITY };
  week = (await project.run(env)) as Week;
}, 300_000);
afterAll(async () => {
  for (const { folder } of projects) rmSync(folder, { recursive: true, force: true });
  await running.close();
  await receiver.close();
});

describe('A client that is generated from the served description', () => {
  it('compiles with a program that uses the client', async () => {
    expect(await project.compile()).toBe('');
  });

  it.each([
    ['a field of a body', "{ amountMinor: 'all',", "{ amountMinr: 'all',", "'amountMinr' does not exist"],
    [
      'a field of an answer',
      'session.data.line.refundedMinor',
      'session.data.line.refundedMinr',
      "'refundedMinr' does not exist",
    ],
    ['a word of a list', "$is: 'stations'", "$is: 'station'", `"station"' is not assignable`],
    ['a kind of a file', "(month, 'csv',", "(month, 'xls',", `"xls"' is not assignable`],
    ['a header of an action', 'ifMatch: seen.ifMatch }),', 'ifmatch: seen.ifMatch }),', "'ifmatch' does not exist"],
  ])('does not compile with a program that misspells %s', async (_what, text, misspelt, message) => {
    project.replace(text, misspelt);
    const messages = await project.compile();
    project.replace(misspelt, text);
    expect(messages).toContain(message);
  });

  it('does not compile with the program if the description lacks a field of an answer', async () => {
    const served = await (await fetch(description)).text();
    expect(served.match(/"refundedMinor":/g)?.length).toBeGreaterThan(0);
    const file = path.join(project.folder, 'wrong.json');
    writeFileSync(file, served.replaceAll('"refundedMinor":', '"refundMinor":'));
    expect(await (await projectOf(file)).compile()).toContain("'refundedMinor' does not exist on type 'SessionLine'");
  });

  it('is generated as docs/contracts/api.md says, and the example of the document is a part of the program', () => {
    const [, section = ''] = readFileSync('docs/contracts/api.md', 'utf8').split('## Typed client\n');
    const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { devDependencies: Record<string, string> };
    for (const name of ['oazapfts', '@oazapfts/runtime']) expect(section).toContain(` ${name}@${devDependencies[name]}`);
    const [, example = ''] = /^```ts\n(.*?)^```$/ms.exec(section) ?? [];
    expect(example.split('\n')).toHaveLength(7);
    expect(readFileSync('docs/contracts/operatorWeek.ts', 'utf8').replace(/^ +/gm, '')).toContain(example);
  });
});

describe('The week of an operator, by a generated client', () => {
  it('begins with the overview and the open issues', () => {
    expect(week.overview).toMatchObject({
      plugs: { available: expect.any(Number) },
      attention: expect.any(Number),
      alerts: expect.any(Number),
    });
  });

  it('reads all pages of a search, each session once', () => {
    expect(week.pages.length).toBeGreaterThan(1);
    expect(week.pages.slice(0, -1).every(({ length }) => length === 25)).toBe(true);
    const numbers = week.pages.flat();
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('previews and makes a partial refund, and a repeated request moves no money', () => {
    expect(week.part).toEqual({
      preview: 'possible',
      steps: expect.any(Number),
      answers: [
        { status: 200, replayed: null },
        { status: 200, replayed: 'true' },
      ],
      sum: 20,
    });
  });

  it('has a refund above the limit confirmed by a second person, and the first person is refused', () => {
    const { capturedMinor } = week.session;
    expect(week.rest).toEqual({
      waits: true,
      waiting: expect.objectContaining({ amount: { amountMinor: capturedMinor - 20, currency: 'EUR' }, by: 'Petra Lindqvist' }),
      alerts: [expect.arrayContaining(['confirm-refund', 'decline-refund'])],
      byFirst: 409,
      confirmed: 'done',
      ...{ capturedMinor, refundedMinor: capturedMinor },
    });
  });

  it('reads the ledger of the month, which has the refunds, and exports one row for each session', () => {
    const { sums, rows } = week.ledger;
    const { capturedMinor: refundedMinor } = week.session;
    expect(sums).toContainEqual(expect.objectContaining({ refundedMinor, creditedMinor: refundedMinor }));
    expect(rows[0]).toContain('transaction,document,energy_kwh');
    expect(rows).toHaveLength(1 + sums.reduce((sum, { sessions }) => sum + sessions, 0));
  });

  it('lists all points, and switches one off and on', async () => {
    const data = await readOperatorData('demo');
    expect(week.points.toSorted()).toEqual(data.points.map(({ evseId }) => evseId).toSorted());
    const off = { at: expect.any(String), by: 'Petra Lindqvist', reason: 'Cable is repaired' };
    expect(week.point).toEqual({ offBefore: null, off, offAfter: null });
  });

  it('lists stations', () => {
    expect(week.stations).toEqual({
      kinds: ['simulator'],
      plugs: expect.objectContaining({ available: expect.any(Number) }),
      connections: [],
    });
  });

  it('tests a webhook endpoint, reads the delivery and removes the endpoint', () => {
    expect(week.webhook).toEqual({ types: ['webhook.test'], gone: 404, left: 0 });
    expect(receiver.received.map(({ event }) => event.type)).toEqual(['webhook.test']);
  });

  it('finds all these actions in the audit log, with the person and the token', () => {
    const done = week.audit.filter(({ isDone }) => isDone).map(({ does, who, token }) => [does, who, token]);
    expect(done).toEqual([
      ['confirm-refund', 'Jonas Weber', 'ERP'],
      ['request-refund', 'Petra Lindqvist', 'ERP'],
      ['refund', 'Petra Lindqvist', 'ERP'],
      ['switch', 'Petra Lindqvist', 'ERP'],
      ['switch', 'Petra Lindqvist', 'ERP'],
      ['remove-webhook', 'Petra Lindqvist', 'ERP'],
      ['test-webhook', 'Petra Lindqvist', 'ERP'],
      ['add-webhook', 'Petra Lindqvist', null],
    ]);
  });

  it('gets a typed problem for each wrong request', () => {
    const problem = (status: number, code: string, more: object = {}) => ({ status, code, sameStatus: true, ...more });
    expect(week.badInput).toEqual([
      problem(422, 'invalid-request'),
      problem(422, 'invalid-request', { errors: [{ pointer: '', detail: expect.stringContaining('currency') }] }),
      problem(428, 'version-missing'),
      problem(412, 'changed', { changedBy: { who: 'Petra Lindqvist', does: 'refund', at: expect.any(String) } }),
      problem(401, 'token-invalid'),
      problem(404, 'not-found'),
    ]);
  });
});
