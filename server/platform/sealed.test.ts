import { describe, expect, it } from '@jest/globals';
import { decrypted, encrypted } from './sealed.ts';

const key = { secret: 'a secret of thirty-two characters', purpose: 'letters' };

describe('What is sealed', () => {
  it('is opened by whoever has the secret, for the same purpose', () => {
    expect(decrypted(encrypted('Ada', key), key)).toBe('Ada');
    expect(encrypted('Ada', key)).not.toBe(encrypted('Ada', key));
  });

  it.each([
    ['with another secret', { ...key, secret: 'another secret of many characters' }],
    ['for another purpose', { ...key, purpose: 'tokens' }],
  ])('is not opened %s', (_, other) => {
    expect(() => decrypted(encrypted('Ada', key), other)).toThrow();
  });

  it('is not opened when a bit of it was changed, or it was cut', () => {
    const bytes = Buffer.from(encrypted('Ada', key), 'base64url');
    for (let n = 0; n < bytes.length; n++) {
      const changed = Buffer.from(bytes);
      changed[n] = (changed[n] ?? 0) ^ 1;
      expect(() => decrypted(changed.toString('base64url'), key)).toThrow();
    }
    for (const size of [0, 11, 12, 27]) expect(() => decrypted(bytes.subarray(0, size).toString('base64url'), key)).toThrow();
  });
});
