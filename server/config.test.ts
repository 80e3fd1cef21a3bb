import { describe, expect, it } from '@jest/globals';
import { readConfig } from './config.ts';

const LIVE = {
  ...{ PUBLIC_ORIGIN: 'https://charge.example', SECRET: 'a secret of thirty-two characters', DATA_DIR: '/tmp/nowhere' },
  ...{ OPERATOR_DATA: 'demo', SMTP_URL: 'smtps://mail.example' },
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
    ['a live key beside simulated stations', { STRIPE_SECRET_KEY: 'sk_live_x1', DEMO: '1' }, /real money for simulated charging/],
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
