import { beforeEach, describe, expect, it } from '@jest/globals';
import { openSqlite } from '../../../store/engine/sqlite.ts';
import { createKeyValueStore } from '../../../store/jobs/keyValueStore.ts';
import { createStore } from '../../../store/store.ts';
import { passwordAt } from './password.ts';
import { type CodeSetting, type Codes, createCodes } from './secrets.ts';

const STATION = 'CS/köln 1';
let now = new Date('2026-11-22T12:00:10Z');
let store: ReturnType<typeof createKeyValueStore>;
let codes: Codes;

const open = (secret = 'x'.repeat(40)) =>
  createCodes({ store, clock: { now: () => now }, secret, origin: 'https://laden.example' });
const pass = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};

beforeEach(async () => {
  const database = createStore(openSqlite(':memory:'));
  await database.migrate();
  store = createKeyValueStore(database.db, 'ocpp');
  codes = open();
});

const settingOf = (settings: readonly CodeSetting[], name: string): string =>
  settings.find(({ variable }) => variable === name)?.value ?? '';

/** Returns the password that the station's screen shows if it uses the proposed settings. */
const shownOf = (settings: readonly CodeSetting[], at = now): string =>
  passwordAt(
    {
      sharedSecret: settingOf(settings, 'SharedSecret'),
      validityS: Number(settingOf(settings, 'ValidityTime')),
      length: Number(settingOf(settings, 'Length')),
    },
    at,
  );
const check = async (settings: readonly CodeSetting[], { evse = 1, version = 'v1', station = STATION } = {}) => {
  const { is } = await codes.checkCode({ station, evse, password: shownOf(settings), version, at: now });
  return is;
};

async function agree(evse: number | null): Promise<readonly CodeSetting[]> {
  const settings = await codes.proposeCode(STATION, evse);
  await codes.settleCode(STATION, evse, 'accepted');
  return settings;
}

describe('A station that shows codes', () => {
  it('is told everything it needs, in words of OCPP', async () => {
    const settings = await codes.proposeCode(STATION, 2);
    expect(settings.every(({ component, evse }) => component === 'WebPaymentsCtrlr' && evse === 2)).toBe(true);
    const values = Object.fromEntries(settings.map(({ variable, value }) => [variable, value]));
    expect(values).toEqual({
      Enabled: 'true',
      URLTemplate: 'https://laden.example/q/{chargingstationid}/{evse}/{totp}/{version}',
      TOTPVersion: 'v1',
      ValidityTime: '30',
      SharedSecret: expect.stringMatching(/^[0-9a-zA-Z]{32}$/),
      Length: '10',
      QRCodeQuality: 'Medium',
      ChargingStationId: STATION,
    });
    expect((await codes.proposeCode(STATION, null)).some(setting => 'evse' in setting)).toBe(false);
  });

  it('is proposed the same until it has answered, and the same again at its next start', async () => {
    const first = await codes.proposeCode(STATION, 1);
    expect(await codes.proposeCode(STATION, 1)).toEqual(first);
    await codes.settleCode(STATION, 1, 'accepted');
    expect(await codes.proposeCode(STATION, 1)).toEqual(first);
  });

  it('is believed only after it has accepted all of it', async () => {
    const settings = await codes.proposeCode(STATION, 1);
    expect(await check(settings)).toBe('unknown');
    await codes.settleCode(STATION, 1, 'accepted');
    expect(await check(settings)).toBe('valid');
    expect(await check(settings, { version: 'v2' })).toBe('wrong');
  });

  it('that has refused keeps what it had', async () => {
    const known = await agree(1);
    const renewed = await codes.proposeCode(STATION, 1, { isRenewed: true });
    expect(settingOf(renewed, 'SharedSecret')).not.toBe(settingOf(known, 'SharedSecret'));
    await codes.settleCode(STATION, 1, 'refused');
    expect([await check(known), await check(renewed)]).toEqual(['valid', 'wrong']);
  });

  it('with a new secret is believed with the old one for a minute', async () => {
    const known = await agree(1);
    const renewed = await codes.proposeCode(STATION, 1, { isRenewed: true });
    await codes.settleCode(STATION, 1, 'accepted');
    expect([await check(known), await check(renewed)]).toEqual(['valid', 'valid']);
    pass(61);
    expect([await check(known), await check(renewed)]).toEqual(['wrong', 'valid']);
  });

  it('that has to be started anew is believed with both until the new one is seen', async () => {
    const known = await agree(1);
    const renewed = await codes.proposeCode(STATION, 1, { isRenewed: true });
    await codes.settleCode(STATION, 1, 'reboot-required');
    pass(3600);
    expect([await check(known), await check(renewed)]).toEqual(['valid', 'valid']);
    pass(61);
    expect([await check(known), await check(renewed)]).toEqual(['wrong', 'valid']);
  });

  it('has codes that are worth nothing at another EVSE or another station', async () => {
    const first = await agree(1);
    await agree(2);
    expect(await check(first, { evse: 2 })).toBe('wrong');
    expect(await check(first, { evse: 3 })).toBe('unknown');
    expect(await check(first, { station: 'CS2' })).toBe('unknown');
  });

  it('may have one secret for all its EVSEs', async () => {
    const whole = await agree(null);
    expect([await check(whole), await check(whole, { evse: 2 })]).toEqual(['valid', 'valid']);
  });

  it.each([1, null])(
    'has codes by its own clock after the app has shown codes on its display (EVSE of its secret: %s)',
    async evse => {
      const shown = (await codes.displayedCode(STATION, 1)).split('/').at(-2) ?? '';
      const settings = await agree(evse);
      const at = new Date(now.getTime() + 7_200_000);
      const checkAt = async (password: string) =>
        (await codes.checkCode({ station: STATION, evse: 1, password, version: 'v1', at })).is;
      expect(settingOf(settings, 'ValidityTime')).toBe('30');
      expect([await checkAt(shownOf(settings, at)), await checkAt(shown), await checkAt('0000000000')]).toEqual([
        'valid',
        'valid',
        'wrong',
      ]);
    },
  );

  it('has secrets that nobody reads in the database, and that another SECRET makes new', async () => {
    const known = await agree(1);
    const rows = JSON.stringify(await store.list(''));
    expect(rows).not.toContain(settingOf(known, 'SharedSecret'));
    codes = open('y'.repeat(40));
    expect(await check(known)).toBe('unknown');
    const renewed = await agree(1);
    expect([await check(known), await check(renewed)]).toEqual(['wrong', 'valid']);
  });
});
