import { describe, expect, it } from '@jest/globals';
import { readConfig } from './config.ts';

const LIVE = {
  PUBLIC_ORIGIN: 'https://charge.example',
  SECRET: 'a secret of thirty-two characters',
  DATA_DIR: '/tmp/nowhere',
  OPERATOR_DATA: 'demo',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'Charging <laden@charge.example>',
};
const STRIPE = { PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk_test_x1', STRIPE_WEBHOOK_SECRET: 'whsec_abc' };

describe('Settings for Stripe', () => {
  it('are its key and the secrets of all its webhook endpoints', () => {
    const { payments } = readConfig({ ...LIVE, ...STRIPE, DEMO: '1', STRIPE_WEBHOOK_SECRET: 'whsec_abc,whsec_def' });
    expect(payments).toEqual({ name: 'stripe', secretKey: 'sk_test_x1', webhookSecrets: ['whsec_abc', 'whsec_def'] });
  });

  it('are not needed for the sandbox', () => {
    expect(readConfig({ ...LIVE, DEMO: '1' }).payments).toEqual({ name: 'sandbox' });
  });

  it('are asked for all at once, with the address that Stripe leads back to', () => {
    expect(() => readConfig({ PAYMENTS: 'stripe' })).toThrow(
      /"PUBLIC_ORIGIN" is required.*"STRIPE_SECRET_KEY" is required.*"STRIPE_WEBHOOK_SECRET" is required/s,
    );
  });

  it.each([
    ['a live key beside simulated stations', { STRIPE_SECRET_KEY: 'sk_live_x1', DEMO: '1' }, /real money for simulated sessions/],
    ['a test key for real customers', {}, /test key and moves no money/],
    ['a publishable key', { STRIPE_SECRET_KEY: 'pk_test_x1', DEMO: '1' }, /STRIPE_SECRET_KEY/],
    ['something that signs nothing', { STRIPE_WEBHOOK_SECRET: 'abc', DEMO: '1' }, /STRIPE_WEBHOOK_SECRET/],
    ['a clock that runs ahead of Stripe’s', { DEMO: '1', SIMULATOR_SPEED: '2' }, /SIMULATOR_SPEED/],
  ])('refuse %s, and never repeat a secret', (_what, more, fault) => {
    const read = () => readConfig({ ...LIVE, ...STRIPE, ...more });
    expect(read).toThrow(fault);
    expect(read).not.toThrow(/_x1/);
  });
});

const DEMO = { ...LIVE, DEMO: '1' };
const DATABASE = 'postgres://charging:hunter2@db.example/charging';

const faultsOf = (env: Record<string, string | undefined>): string => {
  try {
    readConfig(env);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

const BUCKET = {
  DOCUMENTS_ENDPOINT: 'https://s3.example',
  DOCUMENTS_BUCKET: 'invoices',
  DOCUMENTS_KEY_ID: 'AKID',
  DOCUMENTS_KEY_SECRET: 'hunter2',
};

describe('The place of documents in the settings', () => {
  it('is the database, a folder or a bucket', () => {
    expect(readConfig(DEMO).documents).toEqual({ in: 'database' });
    expect(readConfig({ ...DEMO, DOCUMENTS_DIR: '/srv/pages' }).documents).toEqual({ in: 'folder', folder: '/srv/pages' });
    const { endpoint, bucket, region, keyId, keySecret } = readConfig({ ...DEMO, ...BUCKET }).documents as Record<
      string,
      unknown
    >;
    expect([endpoint, bucket, region, keyId, keySecret]).toEqual([
      'https://s3.example',
      'invoices',
      'us-east-1',
      'AKID',
      'hunter2',
    ]);
  });

  it.each(Object.keys(BUCKET))('is refused without %s, and a secret is never repeated', missing => {
    const faults = faultsOf({ ...DEMO, ...BUCKET, [missing]: undefined });
    expect(faults).toMatch(`"${missing}" is required`);
    expect(faults).not.toMatch('hunter2');
  });

  it('is one', () => {
    expect(faultsOf({ ...DEMO, ...BUCKET, DOCUMENTS_DIR: '/srv/pages' })).toMatch('"DOCUMENTS_DIR" has no effect');
  });
});

describe('The database in the settings', () => {
  it('is a file without DATABASE_URL, and a server with it', () => {
    expect(readConfig(DEMO)).toMatchObject({ databaseUrl: null, databaseListenUrl: null, dataDir: '/tmp/nowhere' });
    const { DATA_DIR: _, ...rest } = DEMO;
    const served = readConfig({ ...rest, DATABASE_URL: DATABASE, DATABASE_LISTEN_URL: DATABASE });
    expect(served).toMatchObject({ databaseUrl: DATABASE, databaseListenUrl: DATABASE });
  });

  it.each([
    ['neither a folder nor a server', { DATA_DIR: undefined }, '"DATA_DIR" or "DATABASE_URL" is required'],
    [
      'a server, but no place for e-mails',
      { DATA_DIR: undefined, SMTP_URL: undefined, DATABASE_URL: DATABASE },
      'emails are written there',
    ],
    [
      'a server to listen to, but none to write to',
      { DATABASE_LISTEN_URL: DATABASE },
      '"DATABASE_LISTEN_URL" requires "DATABASE_URL"',
    ],
    ['a server of another kind', { DATABASE_URL: 'mysql://charging:hunter2@db.example' }, '"DATABASE_URL" must be'],
  ])('is refused when there is %s, without telling a password', (_, changes, fault) => {
    const faults = faultsOf({ ...DEMO, ...changes });
    expect(faults).toContain(fault);
    expect(faults).not.toContain('hunter2');
  });
});

describe('The proxies in front', () => {
  it.each([
    ['1', 1],
    ['loopback', ['loopback']],
    ['10.0.0.0/8, 2001:db8::7', ['10.0.0.0/8', '2001:db8::7']],
  ])('are read from %s', (TRUST_PROXY, expected) => {
    expect(readConfig({ TRUST_PROXY }).trustProxy).toEqual(expected);
    expect(readConfig({}).trustProxy).toBe(0);
  });

  it.each(['10', 'yes', 'proxy.example', '10.0.0.0/33', '0.0.0.0/0', '10.0.0.1,', '10.0.0.0/8/8'])(
    'are refused as %s',
    TRUST_PROXY => {
      expect(faultsOf({ TRUST_PROXY })).toContain('"TRUST_PROXY" must be a number from 0 to 9, or loopback');
    },
  );

  it('reach the app at the address that HOST names, and at every interface without one', () => {
    expect(readConfig({ HOST: '127.0.0.1' }).host).toBe('127.0.0.1');
    expect(readConfig({}).host).toBeUndefined();
    expect(faultsOf({ HOST: 'http://127.0.0.1' })).toContain('"HOST" must be');
  });
});

describe('The sender of e-mails', () => {
  it.each([
    ['a live shop', { DEMO: undefined }],
    ['a demo that sends e-mails', { DEMO: '1' }],
  ])('is required of %s', (_, changes) => {
    expect(faultsOf({ ...LIVE, ...changes, MAIL_FROM: undefined })).toContain('"MAIL_FROM" is required');
  });

  it('is an address that leads nowhere where e-mails stay in a folder', () => {
    expect(readConfig({ ...DEMO, SMTP_URL: undefined, MAIL_FROM: undefined }).mailFrom).toContain('@charging.example');
  });

  it.each(['Stadtwerk', 'Stadtwerk <laden>', 'a@b.example, c@d.example', 'Laden <a@b.example> x'])(
    'is refused as %s',
    MAIL_FROM => {
      expect(faultsOf({ ...LIVE, MAIL_FROM })).toContain('"MAIL_FROM" must be an address');
    },
  );
});

describe('The faults of the settings', () => {
  it('are told all at once: values of a wrong kind beside what is missing', () => {
    const faults = faultsOf({ PUBLIC_ORIGIN: 'https://charge.example', PORT: 'abc', LOG_LEVEL: 'loud', PAYMENTS: 'stripe' });
    for (const fault of ['"PORT" must be', '"LOG_LEVEL" must be', '"SECRET" is required', '"STRIPE_SECRET_KEY" is required'])
      expect(faults).toContain(fault);
  });

  it('name what is wrong once: a value that cannot be used is not called missing or forbidden as well', () => {
    const faults = faultsOf({ ...LIVE, SECRET: 'short', PAYMENTS: 'cash', DATA_DIR: '', SIMULATOR_SPEED: 'fast', DEMO: '1' });
    expect(faults.match(/^- .*$/gm)).toHaveLength(4);
  });

  it('are told of a foreign service as well', () => {
    const faults = faultsOf({
      BACKEND: 'upstream',
      API_BASE_URL: 'nowhere',
      METADATA_PATH: 'meta',
      PUBLIC_ORIGIN: LIVE.PUBLIC_ORIGIN,
    });
    for (const name of ['API_BASE_URL', 'METADATA_PATH', 'SECRET']) expect(faults).toContain(`"${name}"`);
  });

  it('are told when it is not even clear who keeps the sessions', () => {
    const faults = faultsOf({ BACKEND: 'theirs', PUBLIC_ORIGIN: LIVE.PUBLIC_ORIGIN });
    expect(faults).toContain('"BACKEND" must be one of');
    expect(faults).toContain('"SECRET" is required');
  });

  it('are told in words', () => {
    const faults = faultsOf({ BACKEND: 'upstream', API_BASE_URL: 'https://api.example', METADATA_PATH: 'meta' });
    expect(faults).toContain('"METADATA_PATH" must be a path that begins with a slash, such as /transactions/metadata');
    expect(faults).not.toMatch(/pattern|\/\^/);
  });
});

describe('The key of messages to devices', () => {
  const PUSH_PRIVATE_KEY = `${'A'.repeat(42)}E`;

  it('is none by default, and names whom push services may turn to', () => {
    expect(readConfig({}).push).toBeNull();
    expect(readConfig({ ...LIVE, DEMO: '1', PUSH_PRIVATE_KEY }).push?.subject).toBe('https://charge.example');
    expect(readConfig({ PUSH_PRIVATE_KEY, MAIL_FROM: 'Charging <hi@charge.example>' }).push?.subject).toBe(
      'mailto:hi@charge.example',
    );
    expect(readConfig({ PUSH_PRIVATE_KEY, MAIL_FROM: 'hi@charge.example' }).push?.subject).toBe('mailto:hi@charge.example');
  });

  it.each([
    ['something that is no key', { PUSH_PRIVATE_KEY: 'abc' }, /push-keys/],
    ['one that no device could use', { PUSH_PRIVATE_KEY, OFFLINE_PAGES: 'off' }, /no effect with "OFFLINE_PAGES" off/],
  ])('refuses %s, and never repeats it', (_what, env, fault) => {
    expect(() => readConfig(env)).toThrow(fault);
    expect(() => readConfig(env)).not.toThrow(/AAAA|abc/);
  });
});
