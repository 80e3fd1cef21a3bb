import { describe, expect, it } from '@jest/globals';
import { createFormMarks } from '../../server/http/console/formMarks.ts';
import { createFormTokens } from '../../server/http/request/formToken.ts';
import { decrypted, encrypted, resealed } from '../../server/platform/sealed.ts';
import { createReceiptTokens } from '../../server/shop/receipts/tokens.ts';

const OLD = 'the secret before, thirty-two and more';
const NEW = 'the new secret, of thirty-two and more';
const BOTH = [NEW, OLD] as const;
const now = new Date('2026-11-20T10:00:00Z');

describe('While SECRET is changed', () => {
  it('a form that was open can still be sent, and new forms need the new secret alone', () => {
    const open = createFormTokens({ secret: OLD }).mint(now);
    expect(createFormTokens({ secret: BOTH }).isOurs(open, now)).toBe(true);
    expect(createFormTokens({ secret: NEW }).isOurs(open, now)).toBe(false);
    const fresh = createFormTokens({ secret: BOTH }).mint(now);
    expect(createFormTokens({ secret: NEW }).isOurs(fresh, now)).toBe(true);
    expect(createFormTokens({ secret: OLD }).isOurs(fresh, now)).toBe(false);
    expect(createFormTokens({ secret: BOTH }).isOurs(createFormTokens({ secret: 'somebody else’s' }).mint(now), now)).toBe(false);
  });

  it('a form of the console that was open can still be sent, by whoever opened it', () => {
    const open = createFormMarks({ secret: OLD }).mint('a sign-in');
    expect(createFormMarks({ secret: BOTH }).isOurs(open, 'a sign-in')).toBe(true);
    expect(createFormMarks({ secret: BOTH }).isOurs(open, 'another sign-in')).toBe(false);
    expect(createFormMarks({ secret: NEW }).isOurs(open, 'a sign-in')).toBe(false);
    const fresh = createFormMarks({ secret: BOTH }).mint('a sign-in');
    expect(createFormMarks({ secret: NEW }).isOurs(fresh, 'a sign-in')).toBe(true);
  });

  it('a link to a receipt still opens', () => {
    const link = createReceiptTokens(OLD).issue('a-session', now);
    expect(createReceiptTokens(BOTH).open(link, now)).toBe('a-session');
    expect(createReceiptTokens(NEW).open(link, now)).toBeNull();
    expect(createReceiptTokens(NEW).open(createReceiptTokens(BOTH).issue('a-session', now), now)).toBe('a-session');
  });

  it('what is kept sealed still opens, and is sealed anew', () => {
    const purpose = 'ocpi tokens';
    const sealed = encrypted('a-token', { secret: OLD, purpose });
    expect(decrypted(sealed, { secret: BOTH, purpose })).toBe('a-token');
    const anew = resealed(sealed, { secret: BOTH, purpose }) ?? '';
    expect(decrypted(anew, { secret: NEW, purpose })).toBe('a-token');
    expect(resealed(anew, { secret: BOTH, purpose })).toBeNull();
    expect(() => resealed(encrypted('x', { secret: 'somebody else’s', purpose }), { secret: BOTH, purpose })).toThrow();
  });
});
