import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { connect, invite, leave, renew } from '../../server/stations/ocpi/connections/registration.ts';
import { renewWhenDue } from '../../server/stations/ocpi/connections/renewals.ts';
import { inVersion, tariffOf } from '../support/ocpi/objects.ts';
import { type LocalCpo, openLocalCpo } from '../support/ocpi/openLocalCpo.ts';
import { type Emsp, startEmsp } from '../support/ocpi/startEmsp.ts';
import type { AnswerFault } from '../support/ocpi/switches.ts';

const A = 'token-that-their-operator-has-mailed';
const DAY_MS = 86_400_000;

let cpo: LocalCpo;
let emsp: Emsp;
beforeAll(async () => {
  cpo = await openLocalCpo();
});
afterAll(() => cpo.close());
beforeEach(async () => {
  emsp = await startEmsp();
  await cpo.invite(A);
  await cpo.set({
    versions: ['2.2.1', '2.3.0'],
    faults: [],
    withoutModules: [],
    encoding: { understands: ['base64', 'raw'], refusesWith: { status: 401, code: 2002 }, sends: 'base64' },
  });
});
afterEach(() => emsp.close());

const confirmed = { parties: ['DE*CPO'], hub: null };
const connected = (id = 'linden') => connect({ id, versionsUrl: cpo.versionsUrl, token: A, confirmed }, emsp.dependencies);
const stored = async (id = 'linden') => (await emsp.connections.get(id))!;
const fail = (fault: Partial<AnswerFault> & Pick<AnswerFault, 'kind' | 'module'>) =>
  cpo.set({ faults: [{ times: 1, ...fault }] });
/**
 * Requests the app's OCPI versions with a token.
 * @returns the HTTP status
 */
const fetchStatus = async (token: string, path = '/versions', init: RequestInit = {}) => {
  const authorization = `Token ${Buffer.from(token).toString('base64')}`;
  return (await fetch(`${emsp.baseUrl}${path}`, { ...init, headers: { authorization } })).status;
};
const peer = async () => (await cpo.state()).peer!;
/** Returns the token that the CPO sends to the app. */
const theirTokenForUs = async () => (await peer()).ourToken;

describe('we register with a CPO', () => {
  test('and both sides know each other, by tokens of their own', async () => {
    const connection = await connected();
    expect(connection).toMatchObject({
      state: 'active',
      version: '2.3.0',
      versionsUrl: cpo.versionsUrl,
      encoding: 'base64',
      roles: [{ role: 'CPO', country_code: 'DE', party_id: 'CPO', business_details: { name: 'Local CPO' } }],
      theirs: (await peer()).theirToken,
    });
    expect(connection.endpoints.map(({ identifier, role }) => `${identifier} ${role}`)).toContain('commands RECEIVER');
    expect(await fetchStatus(await theirTokenForUs())).toBe(200);
    expect(await fetchStatus(A)).toBe(401);
    expect(JSON.stringify(connection.ours)).not.toContain(await theirTokenForUs());
    const { seen } = await cpo.state();
    const headers = seen.flatMap(request => Object.keys(request.headers));
    expect(headers.filter(name => name.startsWith('ocpi-'))).toEqual([]);
  });

  test('that wants tokens as they are', async () => {
    await cpo.set({ encoding: { understands: ['raw'], sends: 'raw' } });
    expect(await connected()).toMatchObject({ state: 'active', encoding: 'raw' });
    expect(await renew({ id: 'linden' }, emsp.dependencies)).toMatchObject({ state: 'active', encoding: 'raw' });
  });

  test.each([
    ['200', { status: 200, code: 2001 }],
    ['403', { status: 403, code: 2002 }],
    ['500', { status: 500, code: 3000 }],
  ])('that wants tokens as they are, and says %s to others', async (_status, refusesWith) => {
    await cpo.set({ encoding: { understands: ['raw'], refusesWith, sends: 'raw' } });
    expect(await connected()).toMatchObject({ state: 'active', encoding: 'raw' });
  });

  test('that encodes its tokens with a line feed', async () => {
    await cpo.set({ encoding: { sends: 'base64 with line feed' } });
    expect(await connected()).toMatchObject({ state: 'active' });
  });

  test('in the older version where the newer lacks something', async () => {
    await cpo.set({ versions: ['2.2.1'] });
    expect(await connected()).toMatchObject({ version: '2.2.1' });
  });

  test.each([
    ['token refused', { encoding: { understands: [] } }],
    ['no common version', { versions: ['2.1.1', '2.2'] }],
    ['unreadable answer', { versions: [] }],
    ['endpoints missing', { withoutModules: ['sessions'] }],
    ['cannot be reached', { faults: [{ module: 'versions', kind: 'down', times: null }] }],
    ['cannot be reached', { faults: [{ module: 'versions', kind: 'redirect', times: null }] }],
    ['already registered', { faults: [{ module: 'credentials', kind: 'http', value: 405, times: null }] }],
    ['cannot use us', { faults: [{ module: 'credentials', kind: 'code', value: 3001, times: null }] }],
    ['no common version', { faults: [{ module: 'credentials', kind: 'code', value: 3002, times: null }] }],
    ['endpoints missing', { faults: [{ module: 'credentials', kind: 'code', value: 3003, times: null }] }],
    ['refused', { faults: [{ module: 'credentials', kind: 'code', value: 2001, times: null }] }],
  ])('not if it is so: %s', async (fault, switches) => {
    await cpo.set(switches as Parameters<typeof cpo.set>[0]);
    await expect(connected()).rejects.toMatchObject({ name: 'RegistrationFailed', fault });
    expect((await emsp.connections.get('linden'))?.state).not.toBe('active');
  });

  test('whose first answer is lost: a second request finds out, and the operator asks for a new token', async () => {
    await fail({ module: 'credentials', kind: 'lost' });
    await expect(connected()).rejects.toMatchObject({ fault: 'answer lost' });
    // The app's response was lost, but the token that it issued to the CPO stays valid.
    expect(await fetchStatus(await theirTokenForUs())).toBe(200);
    await cpo.invite('another-token');
    const again = await connect({ id: 'linden', versionsUrl: cpo.versionsUrl, token: 'another-token' }, emsp.dependencies);
    expect(again).toMatchObject({ state: 'active' });
  });

  test('whose request was lost: the second one does it', async () => {
    await fail({ module: 'credentials', kind: 'down' });
    expect(await connected()).toMatchObject({ state: 'active' });
  });

  test.each([1, 2])('and our process ends at write %i: with a new token it works', async write => {
    emsp.connections.failAt(write);
    await expect(connected()).rejects.toThrow('the process has ended');
    emsp.connections.failAt(null);
    await cpo.invite('another-token');
    const again = await connect({ id: 'linden', versionsUrl: cpo.versionsUrl, token: 'another-token' }, emsp.dependencies);
    expect(again).toMatchObject({ state: 'active' });
    expect(await fetchStatus(await theirTokenForUs())).toBe(200);
  });

  test('twice under different names, and each has its own token', async () => {
    const first = await connected('linden');
    const another = await openLocalCpo();
    await another.invite(A);
    const second = await connect({ id: 'buche', versionsUrl: another.versionsUrl, token: A }, emsp.dependencies);
    expect(second.theirs).not.toBe(first.theirs);
    expect(await fetchStatus(await theirTokenForUs())).toBe(200);
    expect(await fetchStatus((await another.state()).peer!.ourToken)).toBe(200);
    await another.close();
  });

  test('not twice under one name', async () => {
    await connected();
    await expect(connected()).rejects.toMatchObject({ fault: 'already registered' });
  });
});

describe('tokens are renewed', () => {
  test('on both sides; ours of before stays valid until the new one is used', async () => {
    const { theirs } = await connected();
    const before = await theirTokenForUs();
    const renewed = await renew({ id: 'linden' }, emsp.dependencies);
    expect(renewed.theirs).not.toBe(theirs);
    expect(renewed.theirs).toBe((await peer()).theirToken);
    const after = await theirTokenForUs();
    expect(after).not.toBe(before);
    expect((await stored()).ours).toHaveLength(2);
    expect(await fetchStatus(before)).toBe(200);
    expect(await fetchStatus(after)).toBe(200);
    expect(await fetchStatus(before)).toBe(401);
  });

  test('and the old one ends after a day without any use of the new one', async () => {
    await connected();
    const before = await theirTokenForUs();
    await renew({ id: 'linden' }, emsp.dependencies);
    await emsp.clock.pass(DAY_MS - 1000);
    expect(await fetchStatus(before)).toBe(200);
    await emsp.clock.pass(2000);
    expect(await fetchStatus(before)).toBe(401);
    expect(await fetchStatus(await theirTokenForUs())).toBe(200);
  });

  test('and where the request is lost, everything goes on with the old ones', async () => {
    const { theirs } = await connected();
    const before = await theirTokenForUs();
    await fail({ module: 'credentials', kind: 'down' });
    await expect(renew({ id: 'linden' }, emsp.dependencies)).rejects.toMatchObject({ fault: 'answer lost' });
    expect(await stored()).toMatchObject({ state: 'active', theirs });
    expect(await fetchStatus(before)).toBe(200);
    expect(await renew({ id: 'linden' }, emsp.dependencies)).toMatchObject({ state: 'active' });
  });

  test('and where the answer is lost, both of ours are valid: the peer is never locked out', async () => {
    await connected();
    const before = await theirTokenForUs();
    await fail({ module: 'credentials', kind: 'lost' });
    await expect(renew({ id: 'linden' }, emsp.dependencies)).rejects.toMatchObject({ fault: 'answer lost' });
    expect(await fetchStatus(before)).toBe(200);
    expect(await fetchStatus(await theirTokenForUs())).toBe(200);
    expect(await fetchStatus(before)).toBe(200);
    // The lost response of the CPO contained the new token for the app.
    await expect(renew({ id: 'linden' }, emsp.dependencies)).rejects.toMatchObject({ fault: 'token refused' });
  });

  test('not where nobody is registered', async () => {
    await expect(renew({ id: 'nobody' }, emsp.dependencies)).rejects.toMatchObject({ fault: 'not registered' });
  });
});

describe('a CPO registers with us', () => {
  const registers = async (more: { version?: '2.2.1' | '2.3.0'; method?: 'PUT'; token?: string } = {}) => {
    const { versionsUrl, token } =
      more.token === undefined
        ? await invite({ id: 'linden' }, emsp.dependencies)
        : { versionsUrl: `${emsp.baseUrl}/versions`, token: more.token };
    return { token, answer: await cpo.register({ url: versionsUrl, version: '2.2.1', ...more, token }) };
  };

  test.each(['2.2.1', '2.3.0'] as const)('in version %s, that of the address it was given', async version => {
    const { token, answer } = await registers({ version });
    expect(answer).toMatchObject({
      status: 200,
      answer: { status_code: 1000, data: { roles: [{ role: 'EMSP', party_id: 'ABC' }] } },
    });
    expect(await stored()).toMatchObject({ state: 'active', version, theirs: (await peer()).theirToken });
    expect(await fetchStatus(await theirTokenForUs())).toBe(200);
    expect(await fetchStatus(token)).toBe(401);
  });

  test.each(['raw', 'base64 with line feed'] as const)('sending its tokens %s', async sends => {
    await cpo.set({ encoding: { understands: ['raw'], sends } });
    await registers();
    expect(await stored()).toMatchObject({ state: 'active', encoding: 'raw' });
  });

  test('once: the invitation is used up', async () => {
    const { token } = await registers();
    const body = JSON.stringify({ token: 'x' });
    expect(await fetchStatus(token, '/2.2.1/credentials', { method: 'POST', body })).toBe(405);
    expect(await fetchStatus(await theirTokenForUs(), '/2.2.1/credentials', { method: 'POST', body })).toBe(405);
    expect(await fetchStatus(token, '/2.2.1')).toBe(401);
  });

  test.each([
    ['cannot be called back', { module: 'versions', kind: 'http', value: 500 }, 3001],
    ['leads elsewhere', { module: 'versions', kind: 'redirect' }, 3001],
    ['refuses its own token', { module: 'details', kind: 'http', value: 401 }, 3001],
  ] as const)('not if it %s', async (_what, fault, code) => {
    await fail({ ...fault, times: null } as Parameters<typeof fail>[0]);
    const { answer } = await registers();
    expect(answer).toMatchObject({ failed: 'credentials', status: 200, answer: { status_code: code } });
    expect(await stored()).toMatchObject({ state: 'invited' });
  });

  test('not if it does not offer the version it came by, or lacks a module', async () => {
    await cpo.set({ versions: ['2.3.0'] });
    expect((await registers({ version: '2.2.1' })).answer).toMatchObject({ answer: { status_code: 3002 } });
    await cpo.set({ versions: ['2.2.1'], withoutModules: ['cdrs'] });
    expect((await registers({ version: '2.2.1' })).answer).toMatchObject({ answer: { status_code: 3003 } });
    await cpo.set({ withoutModules: [] });
    expect((await registers({ version: '2.2.1' })).answer).toMatchObject({ answer: { status_code: 1000 } });
  });

  test('and our process ends before it is stored: the same invitation works again', async () => {
    const { versionsUrl, token } = await invite({ id: 'linden' }, emsp.dependencies);
    emsp.connections.failAt(1);
    const failed = await cpo.register({ url: versionsUrl, token, version: '2.2.1' });
    expect(failed).toMatchObject({ answer: { status_code: 3000 } });
    expect(emsp.faults).toHaveLength(1);
    emsp.connections.failAt(null);
    expect(await cpo.register({ url: versionsUrl, token, version: '2.2.1' })).toMatchObject({ answer: { status_code: 1000 } });
  });

  test('and changes its version and tokens later; the old token works until the new one is used', async () => {
    await registers();
    const before = await theirTokenForUs();
    const { answer } = await registers({ token: before, version: '2.3.0', method: 'PUT' });
    expect(answer).toMatchObject({ status: 200, answer: { status_code: 1000 } });
    expect(await stored()).toMatchObject({ version: '2.3.0', theirs: (await peer()).theirToken });
    expect(await fetchStatus(before)).toBe(200);
    expect(await fetchStatus(await theirTokenForUs())).toBe(200);
    expect(await fetchStatus(before)).toBe(401);
  });

  test('and what it changes to cannot be reached: nothing has changed', async () => {
    await registers();
    const before = await stored();
    await fail({ module: 'versions', kind: 'http', value: 500, times: null });
    const { answer } = await registers({ token: await theirTokenForUs(), method: 'PUT' });
    expect(answer).toMatchObject({ answer: { status_code: 3001 } });
    expect(await stored()).toEqual(before);
  });
});

describe('a month later', () => {
  const MONTH_MS = 31 * DAY_MS;
  const notes: string[] = [];
  const due = async () =>
    renewWhenDue(await stored(), { ...emsp.dependencies, note: (event, { fault }) => void notes.push(`${event} ${fault}`) });
  beforeEach(() => {
    notes.length = 0;
  });
  /** @returns the HTTP statuses of two requests: from the app to the CPO, and from the CPO to the app */
  const works = async () => {
    const { versionsUrl, theirs, encoding } = await stored();
    const authorization = `Token ${Buffer.from(theirs ?? '').toString(encoding === 'base64' ? 'base64' : 'utf8')}`;
    return [(await fetch(versionsUrl ?? '', { headers: { authorization } })).status, await fetchStatus(await theirTokenForUs())];
  };

  test('both sides get new tokens by themselves, and not before', async () => {
    await connected();
    const before = { ours: await theirTokenForUs(), theirs: (await stored()).theirs };
    await emsp.clock.pass(29 * DAY_MS);
    await due();
    expect((await stored()).theirs).toBe(before.theirs);
    await emsp.clock.pass(2 * DAY_MS);
    await Promise.all([due(), due()]);
    expect(notes).toEqual(['ocpi tokens renewed undefined']);
    expect((await stored()).theirs).not.toBe(before.theirs);
    expect(await theirTokenForUs()).not.toBe(before.ours);
    expect(await works()).toEqual([200, 200]);
    expect(await fetchStatus(before.ours)).toBe(401);
  });

  test.each<[what: string, fault: Pick<AnswerFault, 'kind' | 'module'>]>([
    ['their versions', { module: 'versions', kind: 'lost' }],
    ['their endpoints', { module: 'details', kind: 'lost' }],
    ['our credentials, which never arrive', { module: 'credentials', kind: 'down' }],
  ])('and the answer is lost to %s: the old tokens go on working, and a day later it is done', async (_what, fault) => {
    await connected();
    await emsp.clock.pass(MONTH_MS);
    await fail(fault);
    await due();
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatch(/^ocpi token renewal not confirmed/);
    await due();
    expect(notes).toHaveLength(1);
    expect(await works()).toEqual([200, 200]);
    await cpo.set({ faults: [] });
    await emsp.clock.pass(DAY_MS);
    await due();
    expect(notes.at(-1)).toBe('ocpi tokens renewed undefined');
    expect(await works()).toEqual([200, 200]);
  });

  test('and the answer to our credentials is lost: whatever token they hold for us goes on working', async () => {
    await connected();
    const before = await theirTokenForUs();
    await emsp.clock.pass(MONTH_MS);
    await fail({ module: 'credentials', kind: 'lost' });
    await due();
    expect(notes).toEqual(['ocpi token renewal not confirmed answer lost']);
    expect([await fetchStatus(before), await fetchStatus(await theirTokenForUs())]).toEqual([200, 200]);
    // The CPO's new token for the app is lost. Only staff can obtain another one.
    await emsp.clock.pass(DAY_MS);
    await due();
    expect(notes.at(-1)).toBe('ocpi token renewal not confirmed token refused');
    expect(await stored()).toMatchObject({ state: 'active' });
  });

  test('and it is lost again and again: no token that they may hold is given up for another', async () => {
    await connected();
    await fail({ module: 'credentials', kind: 'down', times: null });
    const before = await theirTokenForUs();
    await emsp.clock.pass(MONTH_MS);
    for (let day = 0; day < 8; day++) {
      await due();
      await emsp.clock.pass(DAY_MS);
    }
    expect(await fetchStatus(before)).toBe(200);
    expect((await stored()).ours.length).toBeLessThanOrEqual(4);
    expect(notes).toHaveLength(8);
  });

  test.each([1, 2, 3])(
    'and our process ends at write %i: they are not locked out, and what was not sent is sent a day later',
    async write => {
      await connected();
      await emsp.clock.pass(MONTH_MS);
      emsp.connections.failAt(write);
      await expect(due()).rejects.toThrow('the process has ended');
      emsp.connections.failAt(null);
      expect((await works())[1]).toBe(200);
      // At the third write the CPO has already responded, so its new token for the app is lost and the renewal cannot be
      // repeated.
      if (write < 3) {
        await emsp.clock.pass(DAY_MS);
        await due();
        expect(await works()).toEqual([200, 200]);
      }
    },
  );
});

describe('leaving', () => {
  test('we tell the peer, and forget both tokens', async () => {
    await connected();
    const token = await theirTokenForUs();
    await leave({ id: 'linden' }, emsp.dependencies);
    expect((await cpo.state()).peer).toBeNull();
    expect(await stored()).toMatchObject({ state: 'left', theirs: null, ours: [] });
    expect(await fetchStatus(token)).toBe(401);
  });

  test('we forget them even if the peer does not answer', async () => {
    await connected();
    await fail({ module: 'credentials', kind: 'down' });
    await leave({ id: 'linden' }, emsp.dependencies);
    expect(await stored()).toMatchObject({ state: 'left' });
  });

  test('the peer tells us', async () => {
    await connected();
    const token = await theirTokenForUs();
    expect(await fetchStatus(token, '/2.3.0/credentials', { method: 'DELETE' })).toBe(200);
    expect(await stored()).toMatchObject({ state: 'left', theirs: null });
    expect(await fetchStatus(token)).toBe(401);
  });
});

describe('strangers', () => {
  test('are refused five times a minute, and then asked to wait', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 7; n++) statuses.push(await fetchStatus('nobody'));
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    // The limit for strangers does not affect a registered peer.
    await connected();
    expect(await fetchStatus(await theirTokenForUs())).toBe(200);
  });

  test('that send no token are refused however often, and a peer behind the same address pushes meanwhile', async () => {
    await connected();
    const token = await theirTokenForUs();
    const body = JSON.stringify(inVersion(tariffOf('T1', 0.5), '2.3.0'));
    const statuses = { bare: new Set<number>(), pushed: new Set<number>() };
    for (let n = 0; n < 100; n++) {
      const bare = await fetch(`${emsp.baseUrl}/versions`);
      statuses.bare.add(bare.status);
      // After a 429, a peer must wait before its next request (RFC 9110).
      if (bare.status === 429) break;
      statuses.pushed.add(await fetchStatus(token, '/2.3.0/tariffs/DE/CPO/T1', { method: 'PUT', body }));
    }
    expect([[...statuses.bare], [...statuses.pushed]]).toEqual([[401], [201, 200]]);
  });

  test('that send no token more than 600 times a minute are asked to wait', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 601; n++) statuses.push((await fetch(`${emsp.baseUrl}/versions`)).status);
    expect([statuses.lastIndexOf(401), statuses.indexOf(429)]).toEqual([599, 600]);
    await connected();
    expect(await fetchStatus(await theirTokenForUs())).toBe(200);
  });

  test('with wrong tokens keep no right one from passing, and are no guesses once a right one has come', async () => {
    const wrong = async (count: number) => {
      const statuses = new Set<number>();
      for (let n = 0; n < count; n++) statuses.add(await fetchStatus('wrong'));
      return [...statuses];
    };
    expect(await wrong(25)).toEqual([401, 429]);
    await connected();
    const token = await theirTokenForUs();
    expect(await fetchStatus(token)).toBe(200);
    await emsp.clock.pass(DAY_MS - 1000);
    expect(await wrong(25)).toEqual([401]);
    await emsp.clock.pass(2000);
    expect(await wrong(25)).toContain(429);
    expect(await fetchStatus(token)).toBe(200);
  });

  test('get an envelope, and their ids back', async () => {
    const response = await fetch(`${emsp.baseUrl}/versions`, { headers: { 'x-request-id': 'r1', 'x-correlation-id': 'c1' } });
    expect([response.headers.get('x-request-id'), response.headers.get('x-correlation-id')]).toEqual(['r1', 'c1']);
    expect(await response.json()).toEqual({ status_code: 2002, timestamp: '2026-11-20T10:00:00.000Z' });
  });

  test.each([
    ['not JSON', '{', 400],
    ['no credentials', '{}', 200],
    ['more than a mebibyte', JSON.stringify('x'.repeat(1_100_000)), 413],
  ])('sending %s are told so', async (_what, body, status) => {
    const { token } = await invite({ id: 'linden' }, emsp.dependencies);
    expect(await fetchStatus(token, '/2.2.1/credentials', { method: 'POST', body })).toBe(status);
    expect(emsp.faults).toEqual([]);
  });
});
