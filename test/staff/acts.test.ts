import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHolidays } from '../../server/core/pricing/holidays.ts';
import type { StationAdmin } from '../../server/runtime/stationAdmin.ts';
import { readOperatorData } from '../../server/shop/import/readOperatorData.ts';
import { saveRefundLimits } from '../../server/shop/payments/refundLimits.ts';
import { createActing } from '../../server/staff/acts/actService.ts';
import { ACTS } from '../../server/staff/acts/acts.ts';
import { findCaller } from '../../server/staff/acts/apiTokens.ts';
import { runCommand } from '../../server/staff/commands/allCommands.ts';
import { writeAudit } from '../../server/store/jobs/audit.ts';
import { listEndpoints, updateEndpoint } from '../../server/store/jobs/webhookRows.ts';
import { addApiToken } from '../../server/store/staff/apiTokens.ts';
import { addSignIn } from '../../server/store/staff/signIns.ts';
import type { Act } from '../../shared/console/acts.ts';
import type { Role } from '../../shared/console/signedIn.ts';
import { DAY_MS, isoDay } from '../../shared/model/time.ts';
import { billed } from '../support/billed.ts';
import { type OpenOperator, openOperator, PLAIN } from '../support/openShop.ts';
import { UNLIMITED_TOKEN } from '../support/unlimitedToken.ts';

const WHO = 'Petra Lindqvist';
const reason = 'The driver rang';
const NO_LIMITS = { brand: null, networks: '', maxRefund: '' } as const;
const SILENT = Array.from({ length: 400 }, () => 'unheard' as const);

let shop: OpenOperator;
beforeEach(async () => {
  shop = await openOperator();
});
afterEach(() => shop.close());

/** A fake station administration that knows every station but NEW, NEW-1 and NEW-2, and where each new OCPI connection succeeds at once. */
const ADMIN = {
  ocpp: {
    isIdentity: () => true,
    knows: async (_: unknown, identity: string) => !identity.startsWith('NEW'),
    send: async () => 'accepted',
    findSettings: async () => ({
      ...{ readAt: '2026-11-28T10:00:00Z', isComplete: true },
      settings: [
        {
          ...{ name: 'HeartbeatInterval', value: '300', unit: null },
          ...{ isReadOnly: false, isSecret: false, isRequired: false },
        },
      ],
    }),
    add: async (_: unknown, { identity }: { identity: string }) => ({ identity, address: 'wss://a.example', password: 'p' }),
  },
  ocpi: {
    isName: () => true,
    isActive: async () => false,
    changeParties: async () => ({ moved: [] }),
    connect: async () => null,
  },
} as unknown as StationAdmin;

const numberOf = async (isBilled: boolean): Promise<number> => {
  const ordered = await shop.charging();
  if (isBilled) await billed(shop, ordered);
  return (await shop.session(ordered)).number;
};
const chargingSession = () => numberOf(false);
const billedSession = () => numberOf(true);
async function silentSession(): Promise<number> {
  const ordered = await shop.charging();
  await shop.pass(600);
  await shop.stations.meter(ordered.authorizationReference, {
    at: shop.clock.now(),
    energyWh: 9000,
    powerW: 11_000,
    isCharging: true,
  });
  shop.stations.trouble('stop', ...SILENT);
  shop.stations.trouble('read', ...SILENT);
  await shop.operator.stopSession(ordered);
  await shop.pass(20 * 60);
  return (await shop.session(ordered)).number;
}
/**
 * Creates a refund request of one person that a second person must approve.
 * @returns the session number
 */
async function requestedRefund(): Promise<number> {
  const number = await billedSession();
  await saveRefundLimits(shop.store.db, { EUR: 0 });
  await runCommand(dependencies(), {
    name: 'refund',
    options: { transaction: String(number), amount: '1', reason, who: 'Jonas' },
  });
  return number;
}
async function failingRefund(): Promise<number> {
  const number = await billedSession();
  shop.payments.trouble('refund', ...Array.from({ length: 40 }, () => 'refused' as const));
  await runCommand(dependencies(), {
    name: 'refund',
    options: { transaction: String(number), amount: '1', reason, who: 'Jonas' },
  });
  await shop.pass(60);
  return number;
}
async function openAlert(): Promise<number> {
  await writeAudit(shop.store.db, { at: shop.clock.now(), what: 'attention', subjectId: 'p', facts: { why: 'capture fails' } });
  return (await shop.store.db.selectFrom('audit').select('id').where('what', '=', 'attention').executeTakeFirstOrThrow()).id;
}
/** Adds a token of the API. Returns its id. */
async function addedToken(): Promise<string> {
  const [createdAt, id] = [shop.clock.now(), 'token-1'];
  const program = { ...UNLIMITED_TOKEN, person: 'Anna' };
  await addApiToken(shop.store.db, { id, hash: 'h', ...program, createdAt, expiresAt: new Date(createdAt.getTime() + DAY_MS) });
  return id;
}
async function signedIn(): Promise<string> {
  const rights = { may: 'read', brand: null } as const;
  const person = { name: 'Anna', account: null, ...rights, by: 'link', secret: '', createdAt: shop.clock.now() } as const;
  await addSignIn(shop.store.db, {
    ...person,
    hash: 'h',
    kind: 'session',
    expiresAt: new Date(shop.clock.now().getTime() + 60_000),
  });
  return person.name;
}

const TARIFF = 'DE*BLF*plain';
const NEW_PRICES = [{ row: 1, priceMicro: 610_000 }];
const tomorrow = async (): Promise<string> => `${isoDay(shop.clock.now().getTime() + 2 * DAY_MS)}T00:00`;
const runPriceChange = async (more: Readonly<Record<string, string>>) =>
  runCommand(dependencies(), {
    name: 'change-price',
    options: { tariff: TARIFF, from: await tomorrow(), price: '1=0.61', reason, who: 'Jonas', ...more },
  });

/** @returns the id of a report whose driver wants an answer */
async function reportedFault(): Promise<string> {
  const report = { kind: 'plug', words: 'Bent', email: 'ada@example.org', photo: null, locale: 'de', formToken: 't' } as const;
  await shop.operator.reportFault({ ...PLAIN, ...report });
  return (await shop.store.db.selectFrom('fault_reports').select('id').executeTakeFirstOrThrow()).id;
}

type Options = Readonly<Record<string, string>>;
/** `act`: staff action as the console sends it; null: only the command line offers it. `options`: options of its command. */
interface Case {
  act: Act | null;
  options: Options;
}
type SessionAct =
  | 'stop'
  | 'waive'
  | 'forget'
  | 'note'
  | 'see-contact'
  | 'send-receipt'
  | 'confirm-refund'
  | 'decline-refund'
  | 'drop-refund';
const ofSession =
  (does: SessionAct, find: () => Promise<number>, options: Options = {}) =>
  async (): Promise<Case> => {
    const number = await find();
    return { act: { does, number, reason }, options: { transaction: String(number), reason, ...options } };
  };
const onParties = (does: 'confirm-parties' | 'withdraw-parties') => async (): Promise<Case> => ({
  act: { does, name: 'town', parties: ['DE*CPO'], hub: null, reason },
  options: { name: 'town', party: 'DE*CPO' },
});

const onWebhook =
  (does: 'remove-webhook' | 'test-webhook' | 'rotate-webhook-secret' | 'switch-webhook-on') => async (): Promise<Case> => {
    await runCommand(dependencies(), { name: 'add-webhook', options: { url: 'https://crm.example/', who: 'Jonas' } });
    const [endpoint] = await listEndpoints(shop.store.db);
    const webhook = endpoint?.id ?? '';
    return { act: { does, webhook, reason }, options: { webhook } };
  };

/** One case for each staff action. The type requires that none is missing. */
const CASES: Readonly<Record<keyof typeof ACTS, () => Promise<Case>>> = {
  stop: ofSession('stop', chargingSession),
  waive: ofSession('waive', silentSession),
  forget: ofSession('forget', billedSession),
  note: ofSession('note', chargingSession, { text: reason }),
  'see-contact': ofSession('see-contact', chargingSession),
  'send-receipt': ofSession('send-receipt', billedSession),
  'confirm-refund': ofSession('confirm-refund', requestedRefund, { amount: '1' }),
  'decline-refund': ofSession('decline-refund', requestedRefund),
  'drop-refund': ofSession('drop-refund', failingRefund),
  async bill() {
    const number = await silentSession();
    return {
      act: { does: 'bill', number, energyWh: null, endedAt: null, reason },
      options: { transaction: String(number), reason },
    };
  },
  async unlock() {
    return { act: null, options: { transaction: String(await billedSession()), reason } };
  },
  async refund() {
    const number = await billedSession();
    return {
      act: { does: 'refund', number, amountMinor: 100, reason },
      options: { transaction: String(number), amount: '1', reason },
    };
  },
  async finish() {
    const attention = await openAlert();
    return { act: { does: 'finish', attention, reason }, options: { attention: String(attention), reason } };
  },
  async 'take-on'() {
    const attention = await openAlert();
    return { act: { does: 'take-on', attention, reason }, options: { attention: String(attention) } };
  },
  'add-token': async () => ({
    act: { does: 'add-token', name: 'ERP', scopes: ['sessions:read'], ...NO_LIMITS, days: 90, reason },
    options: { name: 'ERP', scopes: 'sessions:read' },
  }),
  async 'revoke-token'() {
    const token = await addedToken();
    return { act: { does: 'revoke-token', token, reason }, options: { token } };
  },
  async 'end-sign-ins'() {
    const person = await signedIn();
    return { act: { does: 'end-sign-ins', person, reason }, options: { name: person } };
  },
  'driver-data': async () => ({ act: null, options: { email: 'ada@example.org', reason } }),
  'pass-over': async () => ({ act: null, options: { document: 'R-BLF-2026-000123' } }),
  async 'revert-import'() {
    const data = await readOperatorData('demo');
    await shop.operator.importData({ ...data, points: data.points.slice(1) });
    return { act: { does: 'revert-import', reason }, options: { reason } };
  },
  'read-payouts': async () => ({ act: null, options: {} }),
  'change-price': async () => ({
    act: {
      does: 'change-price',
      tariff: TARIFF,
      from: await tomorrow(),
      prices: NEW_PRICES,
      added: [],
      needsSecond: false,
      reason,
    },
    options: { tariff: TARIFF, from: await tomorrow(), price: '1=0.61', reason },
  }),
  async 'confirm-price'() {
    await runPriceChange({ 'second-person': 'true' });
    return { act: { does: 'confirm-price', tariff: TARIFF, reason }, options: { tariff: TARIFF, reason } };
  },
  async 'decline-price'() {
    await runPriceChange({ 'second-person': 'true' });
    return { act: { does: 'decline-price', tariff: TARIFF, reason }, options: { tariff: TARIFF, reason } };
  },
  async 'withdraw-price'() {
    await runPriceChange({});
    const { from } = await shop.store.db
      .selectFrom('tariff_periods')
      .select('valid_from as from')
      .where('source', '=', 'console')
      .executeTakeFirstOrThrow();
    const at = new Date(from).toISOString();
    return { act: { does: 'withdraw-price', tariff: TARIFF, from: at, reason }, options: { tariff: TARIFF, from: at, reason } };
  },
  switch: async () => ({
    act: { does: 'switch', point: PLAIN.evseId, isOn: false, reason },
    options: { point: PLAIN.evseId, to: 'off', reason },
  }),
  async 'answer-fault'() {
    const report = await reportedFault();
    return { act: { does: 'answer-fault', report, words: 'Thank you', reason }, options: { report, text: 'Thank you' } };
  },
  async 'close-faults'() {
    await reportedFault();
    return {
      act: { does: 'close-faults', point: PLAIN.evseId, outcome: 'fixed', reason },
      options: { point: PLAIN.evseId, outcome: 'fixed', reason },
    };
  },
  'add-station': async () => ({
    act: { does: 'add-station', identity: 'NEW', protocol: null, reason },
    options: { identity: 'NEW' },
  }),
  'add-stations': async () => ({
    act: {
      does: 'add-stations',
      stations: [
        { identity: 'NEW-1', protocol: null },
        { identity: 'NEW-2', protocol: 'ocpp1.6' },
      ],
      newPasswords: false,
      reason,
    },
    options: { list: 'identity;version\nNEW-1\nNEW-2;1.6\n' },
  }),
  'restart-station': async () => ({
    act: { does: 'restart-station', identity: 'CP1', isHard: false, reason },
    options: { identity: 'CP1' },
  }),
  'set-availability': async () => ({
    act: { does: 'set-availability', identity: 'CP1', isOperative: false, evse: 1, reason },
    options: { identity: 'CP1', isOperative: 'off', evse: '1' },
  }),
  'change-password': async () => ({
    act: { does: 'change-password', identity: 'CP1', reason },
    options: { identity: 'CP1' },
  }),
  'trigger-message': async () => ({
    act: { does: 'trigger-message', identity: 'CP1', message: 'Heartbeat', reason },
    options: { identity: 'CP1', message: 'Heartbeat' },
  }),
  'read-settings': async () => ({
    act: { does: 'read-settings', identity: 'CP1', reason },
    options: { identity: 'CP1' },
  }),
  'request-log': async () => ({
    act: { does: 'request-log', identity: 'CP1', log: 'diagnostics', to: null, reason },
    options: { identity: 'CP1', log: 'diagnostics' },
  }),
  'update-firmware': async () => {
    const url = 'https://maker.example/2.4.1.bin';
    return {
      act: { does: 'update-firmware', identity: 'CP1', url, certificate: '', signature: '', reason },
      options: { identity: 'CP1', url },
    };
  },
  'change-setting': async () => ({
    act: { does: 'change-setting', identity: 'CP1', setting: 'HeartbeatInterval', value: '60', reason },
    options: { identity: 'CP1', setting: 'HeartbeatInterval', value: '60' },
  }),
  'limit-charging': async () => ({
    act: { does: 'limit-charging', identity: 'CP1', limitW: 7400, reason },
    options: { identity: 'CP1', limitW: '7,4' },
  }),
  'reset-station': async () => ({
    act: { does: 'reset-station', point: PLAIN.evseId, reason },
    options: { point: PLAIN.evseId, reason },
  }),
  'new-password': async () => ({ act: { does: 'new-password', identity: 'CP1', reason }, options: { identity: 'CP1' } }),
  'add-connection': async () => ({
    act: { does: 'add-connection', name: 'town', versionsUrl: 'https://a.example', token: 't', parties: [], hub: null, reason },
    options: { name: 'town', versionsUrl: 'https://a.example', token: 't' },
  }),
  'add-webhook': async () => ({
    act: { does: 'add-webhook', url: 'https://erp.example/', description: '', types: [], clients: [], reason },
    options: { url: 'https://erp.example/' },
  }),
  'remove-webhook': onWebhook('remove-webhook'),
  'test-webhook': onWebhook('test-webhook'),
  'rotate-webhook-secret': onWebhook('rotate-webhook-secret'),
  async 'redeliver-webhook'() {
    const { act, options } = await onWebhook('test-webhook')();
    await runCommand(dependencies(), { name: 'test-webhook', options: { ...options, who: 'Jonas' } });
    const since = '2026-01-01T00:00:00Z';
    const webhook = options.webhook ?? '';
    return { act: act && { does: 'redeliver-webhook', webhook, delivery: null, since, reason }, options: { webhook, since } };
  },
  async 'switch-webhook-on'() {
    const on = await onWebhook('switch-webhook-on')();
    await shop.store.inTransaction(trx => updateEndpoint(trx, on.options.webhook ?? '', { isOn: false, offWhy: 'gone' }));
    return on;
  },
  'confirm-parties': onParties('confirm-parties'),
  'withdraw-parties': onParties('withdraw-parties'),
};
const ROWS = Object.entries(CASES) as readonly [keyof typeof ACTS, () => Promise<Case>][];

const SECRET = 'a secret of thirty-two characters';
const dependencies = () => ({
  ...{ store: shop.store, now: shop.clock.now() },
  ...{ stationAdmin: () => ADMIN, secret: () => SECRET },
});
const as = (may: Role, brand?: string) => {
  const context = {
    store: shop.store,
    clock: shop.clock,
    holidays: createHolidays(),
    wake: () => undefined,
    readSecret: () => SECRET,
    stationAdmin: ADMIN,
  };
  return createActing(context, {
    who: { name: WHO, may, by: 'link', ...(brand === undefined ? {} : { brand }) },
    requestId: 'request',
  });
};
const audited = async () => {
  const lines = await shop.store.db.selectFrom('operator_acts').selectAll().where('who', '=', WHO).orderBy('id').execute();
  return lines.map(({ does, is_done: isDone }) => [does, isDone === 1]);
};
/** Returns what the shop has stored, without the refused actions. */
const done = async () => {
  const [acts = [], ...others] = await written();
  return [acts.filter(act => 'is_done' in act && act.is_done === 1), ...others];
};
const written = async () => {
  const tables = ['operator_acts', 'audit', 'outbox', 'refunds', 'fault_reports', 'webhook_endpoints'] as const;
  return Promise.all(tables.map(table => shop.store.db.selectFrom(table).selectAll().execute()));
};

describe('At the console', () => {
  it.each(ROWS)('%s is previewed without a trace, done once, refused to a reader, and in the audit', async (does, prepare) => {
    const { act } = await prepare();
    if (!act) return;
    const before = await written();
    const preview = await as('act').preview(act);
    expect(preview).toMatchObject({ kind: 'possible', button: { key: expect.any(String) } });
    expect(await as('read').preview(act)).toEqual({ kind: 'read-only' });
    expect(await written()).toEqual(before);

    const sent = { ...act, seen: preview.kind === 'possible' ? preview.seen : -1, form: 'form' };
    expect(await as('read').act(sent)).toEqual({ kind: 'read-only' });
    expect(await as('act').act(sent)).toMatchObject({ kind: 'done', again: false });
    expect(await as('act').act(sent)).toEqual({ kind: 'done', again: true });
    expect(await audited()).toEqual([
      [does, false],
      [does, true],
    ]);
  });
});

describe('With a role for one brand', () => {
  it.each(ROWS)('%s is refused on the data of another brand', async (_, prepare) => {
    const { act } = await prepare();
    if (!act || act.does === 'add-token') return;
    const before = await done();
    expect((await as('act', 'farnwald').preview(act)).kind).toBe('not-now');
    expect((await as('act', 'farnwald').act({ ...act, seen: null, form: 'form' })).kind).toBe('not-now');
    expect(await done()).toEqual(before);
  });

  it.each(ROWS)(
    '%s is possible on sessions of the brand, and refused on everything that is the operator’s',
    async (does, prepare) => {
      const { act } = await prepare();
      if (!act) return;
      const isOwn = ACTS[does].subject === 'session' || does === 'add-token';
      expect((await as('act', 'blaufink').act({ ...act, seen: null, form: 'form' })).kind).toBe(isOwn ? 'done' : 'not-now');
    },
  );

  it('a new token has the same brand, and another token cannot be revoked', async () => {
    const act = {
      does: 'add-token',
      name: 'ERP',
      scopes: ['sessions:read'],
      ...NO_LIMITS,
      brand: 'farnwald',
      days: 90,
      reason,
    } as const;
    const { kind, ...added } = await as('act', 'blaufink').act({ ...act, seen: null, form: 'form' });
    const { token } = added as { token: { id: string; secret: string } };
    const caller = await findCaller({ store: shop.store, clock: shop.clock }, { secret: token.secret, address: '' });
    expect([kind, caller?.who.brand]).toEqual(['done', 'blaufink']);
    const revoke = { does: 'revoke-token', token: token.id, reason, seen: null } as const;
    expect((await as('act', 'farnwald').act({ ...revoke, form: 'one' })).kind).toBe('not-now');
    expect((await as('act', 'blaufink').act({ ...revoke, form: 'other' })).kind).toBe('done');
  });
});

describe('By command', () => {
  it.each(ROWS)('%s asks who does it, is done, and is in the audit', async (does, prepare) => {
    const { options } = await prepare();
    const name = does === 'new-password' ? 'station add' : (ACTS[does].command?.name ?? does);
    const run = (more: Options) => runCommand(dependencies(), { name, options: { ...options, ...more } });
    for (const who of ['', ' ']) await expect(run({ who })).rejects.toThrow('Missing --who');
    for (const who of ['P', 'x'.repeat(81)])
      await expect(run({ who })).rejects.toThrow('Invalid --who. Use a name of 2 to 80 characters');
    expect(await audited()).toEqual([]);

    expect((await run({ who: WHO }))?.lines).not.toEqual([]);
    expect(await audited()).toEqual([[does, true]]);
  });

  it.each(ROWS.filter(([does]) => ACTS[does].subject === 'session'))(
    '%s of no session is refused, and in the audit',
    async (does, prepare) => {
      const { options } = await prepare();
      const nowhere = { ...options, transaction: '999999999', who: WHO };
      await expect(runCommand(dependencies(), { name: does, options: nowhere })).rejects.toThrow(
        'No session has this transaction number',
      );
      expect(await audited()).toEqual([[does, false]]);
    },
  );
});
