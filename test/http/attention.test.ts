import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { type RunningApp, startApp } from '../support/openApp.ts';
import { paidOrderAt } from '../support/orders.ts';

const TOKEN = 'a token of more than sixteen characters';
const POINT = { clientId: 'farnwald', evseId: 'DE*FRW*E2001*1' };

let open: RunningApp;
let sessionId: string;
beforeAll(async () => {
  open = await startApp({ env: { STATUS_TOKEN: TOKEN } });
  ({ sessionId } = await paidOrderAt(open, POINT));
});
afterAll(() => open.close());

const command = async (...args: readonly string[]): Promise<string> => {
  const env = { ...process.env, NODE_OPTIONS: '', DATA_DIR: open.config.dataDir };
  return (await promisify(execFile)(process.execPath, ['scripts/operator/operator.ts', ...args], { env })).stdout;
};
const get = (path: string) => supertest(open.origin).get(path).set('Authorization', `Bearer ${TOKEN}`);
const figures = async () => (await get('/metrics')).text.split('\n').filter(line => line.startsWith('charging_attention'));

describe('What needs a person', () => {
  // The first test, because the hold is settled when the simulated vehicle is full.
  it('has a hold that is neither taken nor given back for its age', async () => {
    const { text } = await get('/metrics');
    expect(text).toMatch(/^charging_unsettled_seconds [1-9]\d*$/m);
    expect(text).toMatch(/^charging_outbox_overdue_seconds \d+$/m);
  });

  it('is counted by kind until they have ticked it off beside the running app', async () => {
    expect(await figures()).toEqual(['charging_attention 0']);
    const typed = { sessionId, name: 'Ada Lovelace', email: 'ada@example.org' };
    await open.app.backend.withdraw(typed);

    expect((await get('/status')).body).toMatchObject({ attention: 1, attentionKinds: { 'withdrawal received': 1 } });
    expect(await figures()).toEqual(['charging_attention 1', 'charging_attention_open{kind="withdrawal received"} 1']);
    const id = /^(\d+) .*withdrawal received/m.exec(await command('attention'))?.[1] ?? '';
    await expect(command('done', id)).rejects.toMatchObject({ code: 1, stderr: /Missing --reason/ });
    await expect(command('done', '--reason', 'x')).rejects.toMatchObject({ code: 1, stderr: /Missing alert ids/ });

    expect(await command('done', id, '--reason', 'Paid back what was not used', '--who', 'Petra Lindqvist')).toBe(
      `Closed: ${id}. \`attention --all\` still lists them.\n`,
    );
    expect(await command('attention')).toBe('No open alerts.\n');
    expect(await command('attention', '--all')).toMatch(/withdrawal received .*UTC: Paid back what was not used\n/);
    expect((await get('/status')).body).toMatchObject({ attention: 0, attentionKinds: {} });
    expect(await figures()).toEqual(['charging_attention 0']);
  });
});
