import { describe, expect, it } from '@jest/globals';
import { excerptInWords, excerptOf } from './answerExcerpt.ts';
import { authorizationOf, createToken } from './tokens.ts';

const TOKEN = createToken();
const SENT = {
  headers: { authorization: authorizationOf({ token: TOKEN, encoding: 'base64' }) },
  body: JSON.stringify({
    response_url: 'https://laden.example/ocpi/secret',
    token: { uid: 'DRIVERS-REFERENCE' },
    roles: ['EMSP'],
  }),
};
const excerpt = (body: string | Buffer, contentType = 'application/json') =>
  excerptOf({ status: 422, headers: { 'content-type': contentType }, body: Buffer.from(body) }, SENT);

describe('The excerpt of an answer that is no envelope', () => {
  it('has the status, the content type and the first 300 characters', () => {
    expect(excerpt('[{"loc":["body","token","visual_number"],"msg":"Field required"}]')).toEqual({
      status: 422,
      contentType: 'application/json',
      text: '[{"loc":["body","token","visual_number"],"msg":"Field required"}]',
    });
    expect(excerpt(`<html>\n\t<h1>Gone</h1>${'ü '.repeat(500_000)}`, 'text/html').text).toHaveLength(300);
    expect(excerptInWords(excerpt('', ''))).toBe('422, no content type: nothing');
  });

  it('has no control characters, whatever the bytes are', () => {
    const bytes = Buffer.from(Array.from({ length: 1000 }, (_, at) => (at * 7) % 256));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be in it
    expect(excerpt(bytes, 'image/png\u0007').text).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e\ufffd]/);
    expect(excerpt('a\u202eb\u001b[31mc').text).toBe('a b [31mc');
  });

  it.each([
    ['our token', TOKEN],
    ['our token as it is sent', Buffer.from(TOKEN).toString('base64')],
    ['a value of our request', 'DRIVERS-REFERENCE'],
    ['the address that a result is sent to', 'https://laden.example/ocpi/secret'],
    ['a token of theirs in a field', 'short1'],
    ['a token of theirs in a text', 'aGVsbG8gd29ybGQgMTIzNDU2Nzg5MA'],
  ])('does not have %s', (_what, secret) => {
    const { text } = excerpt(`{"token": "${secret}", "why": "Token ${secret} ${secret.length > 8 ? secret : ''} is not known"}`);
    expect(text).not.toContain(secret);
    expect(text).toContain('is not known');
  });
});
