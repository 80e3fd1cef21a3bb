import { describe, expect, it } from '@jest/globals';
import { emailError } from './contact.ts';
import { withdrawalErrors } from './withdrawal.ts';

const INVALID = { key: 'validation.email.invalid' };
const check = (text: string) => emailError(text, { isRequired: true });

describe('An e-mail address', () => {
  it.each([
    ...['a,b@c.example', 'a@b.example,c@d.example', '<a@b.example>', 'Ada <a@b.example>', 'a;b@c.example', 'a@b.example>'],
    ...['a@b.example;c@d.example', 'a:b@c.example', '"a b"@c.example', 'a(x)@b.example', 'a@[192.0.2.1]', 'a\\b@c.example'],
    ...['a@b,c.example', 'a@b.example,', ',a@b.example', 'group:a@b.example;', 'a@b', 'a@@b.example', 'a b@c.example'],
  ])('is one mailbox and nothing around it: %s is refused', text => {
    expect(check(text)).toEqual(INVALID);
    expect(withdrawalErrors({ name: 'Ada', email: text })).toEqual({ email: INVALID });
  });

  it.each([
    ...['a@b.example', ' Ada.Lovelace+laden@mail.example.org ', "o'neil@b.example", 'a_b-c@b-c.example', 'ä@bücher.example'],
    ...['!#$%&*+/=?^_`{|}~-@b.example', '1@1.example', 'a@xn--bcher-kva.example'],
  ])('%s is taken', text => {
    expect(check(text)).toBeNull();
  });
});
