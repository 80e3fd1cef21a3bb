import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  createSubscriber,
  openPushService,
  type PushService,
  readVapid,
  type Subscriber,
} from '../../../test/support/pushService.ts';
import type { Push, SendPushRequest } from '../../core/ports/ports.ts';
import { createWebPush, makePrivateKey } from './webPush.ts';

const MESSAGE = { title: 'Farnwald Energie', body: 'Laden beendet: 11,30 €', lang: 'de', path: '/x', clientId: 'x', tag: 'y' };
const subject = 'https://charge.example';

let service: PushService;
let push: Push;
let subscriber: Subscriber;
beforeEach(async () => {
  service = await openPushService();
  push = createWebPush({ privateKey: makePrivateKey(), subject, place: { origin: service.origin } });
  subscriber = createSubscriber(`${service.origin}/device/1`);
});
afterEach(() => service.close());

const pushRequest = (more: Partial<SendPushRequest> = {}): SendPushRequest => ({
  device: subscriber,
  payload: JSON.stringify(MESSAGE),
  ttlS: 600,
  topic: 'abc',
  isUrgent: true,
  ...more,
});

describe('A message to a device', () => {
  it('is readable by that device alone, and signed by us', async () => {
    expect(await push.send(pushRequest())).toBe('taken');
    const [pushed] = service.pushed;
    if (!pushed) throw new Error('Nothing arrived');
    expect(pushed.path).toBe('/device/1');
    expect(pushed.headers).toMatchObject({ ttl: '600', urgency: 'high', topic: 'abc', 'content-encoding': 'aes128gcm' });
    expect(pushed.body.toString('latin1')).not.toContain('Farnwald');
    expect(subscriber.read(pushed.body)).toEqual(MESSAGE);
    expect(() => createSubscriber(subscriber.endpoint).read(pushed.body)).toThrow();
    const vapid = readVapid(pushed.headers);
    expect(vapid).toMatchObject({ key: push.publicKey, aud: service.origin, sub: subject });
    expect(vapid.exp * 1000).toBeLessThan(Date.now() + 24 * 3_600_000);
  });

  it.each([
    [200, 'taken'],
    [201, 'taken'],
    [404, 'gone'],
    [410, 'gone'],
    [429, 'later'],
    [500, 'later'],
    [503, 'later'],
    [302, 'refused'],
    [400, 'refused'],
    [403, 'refused'],
    [413, 'refused'],
  ])('answered with %i is %s', async (status, outcome) => {
    service.answers = status;
    expect(await push.send(pushRequest())).toBe(outcome);
    // The sender follows no redirect, so only the first request arrives.
    expect(service.pushed).toHaveLength(1);
  });

  it('still arrives while the key is changed, by the key that the device has let write to it', async () => {
    const [before, after] = [makePrivateKey(), makePrivateKey()];
    const localService = { origin: service.origin };
    service.key = createWebPush({ privateKey: before, subject, place: localService }).publicKey;
    expect(await createWebPush({ privateKey: after, subject, place: localService }).send(pushRequest())).toBe('refused');
    expect(await createWebPush({ privateKey: after, olderKey: before, subject, place: localService }).send(pushRequest())).toBe(
      'taken',
    );
    expect(service.pushed.map(({ headers }) => readVapid(headers).key === service.key)).toEqual([false, false, true]);
  });

  it('that nobody answers may have been taken', async () => {
    service.answers = 'silent';
    expect(await push.send(pushRequest())).toBe('unknown');
  }, 15_000);

  it('was certainly not taken where nobody listens', async () => {
    await service.close();
    expect(await push.send(pushRequest())).toBe('later');
  });

  it('waits for few answers at once, so that silent push services hold nothing else up', async () => {
    service.answers = 'silent';
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => push.send(pushRequest())));
    expect(outcomes.filter(outcome => outcome === 'later')).toHaveLength(4);
    expect(service.pushed).toHaveLength(8);
  }, 15_000);
});

describe('A device', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
  ])('is known at %s', endpoint => {
    const { accepts } = createWebPush({ privateKey: makePrivateKey(), subject });
    expect(accepts(createSubscriber(endpoint))).toBe(true);
  });

  it.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://user:word@fcm.googleapis.com/abc',
    'https://fcm.googleapis.com.attacker.example/abc',
    'https://attacker.example/?fcm.googleapis.com',
    'https://xfcm.googleapis.com/abc',
    'https://storage.googleapis.com/abc',
    'https://127.0.0.1/abc',
    'https://[::1]/abc',
    'https://169.254.169.254/latest/meta-data',
    'http://127.0.0.1:3000/abc',
    'file:///etc/passwd',
    'nonsense',
    '',
  ])('is nobody we write to at %s', async endpoint => {
    const real = createWebPush({ privateKey: makePrivateKey(), subject });
    const device = createSubscriber(endpoint);
    expect(real.accepts(device)).toBe(false);
    expect(await real.send(pushRequest({ device }))).toBe('gone');
  });

  it.each([
    ['a point of no curve', { p256dh: Buffer.alloc(65, 4).toString('base64url') }],
    ['half a key', { p256dh: 'BAAA' }],
    ['no key', { p256dh: '' }],
    ['a short secret', { auth: 'AAAA' }],
    ['a long secret', { auth: 'A'.repeat(64) }],
  ])('with %s is none', async (_, broken) => {
    const device = { ...subscriber, ...broken };
    expect(push.accepts(device)).toBe(false);
    expect(await push.send(pushRequest({ device }))).toBe('gone');
    expect(service.pushed).toEqual([]);
  });
});

describe('A key', () => {
  it('that is none stops the start', () => {
    expect(() => createWebPush({ privateKey: 'A'.repeat(43), subject })).toThrow('Not a private key');
  });
});
