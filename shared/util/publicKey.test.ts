import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { publicKeyHex, readPublicKey } from './publicKey.ts';

const KEY = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).publicKey.export({ format: 'der', type: 'spki' });
const HEX = KEY.toString('hex');
const BASE64 = KEY.toString('base64');
const OCA = `oca:base16:asn1:${HEX}`;
const base64 = (text: string) => Buffer.from(text).toString('base64');
const pem = (inside: string) => `-----BEGIN PUBLIC KEY-----\n${inside}\n-----END PUBLIC KEY-----\n`;

const DRESSES: Readonly<Record<string, string>> = {
  'hex digits': HEX,
  'capital hex digits': HEX.toUpperCase(),
  base64: BASE64,
  'base64 for addresses': KEY.toString('base64url'),
  PEM: pem(BASE64),
  'PEM in base64': base64(pem(BASE64)),
  'hex digits in base64': base64(HEX),
  'base64 in base64': base64(BASE64),
  'the alliance’s form': base64(OCA),
  'the alliance’s form, bare': OCA,
  'the alliance’s form in hex digits': Buffer.from(OCA).toString('hex'),
  'the alliance’s form in base64 twice, with PEM armour': pem(base64(base64(OCA))),
};
/** Applies a change to all lines except the PEM header and footer. */
const inLines = (text: string, change: (line: string) => string) =>
  text
    .split('\n')
    .map(line => (line.startsWith('-') ? line : change(line)))
    .join('\n');
const BREAKS: Readonly<Record<string, (text: string) => string>> = {
  'as it is': text => text,
  'with LF': text => `${inLines(text, line => line.replace(/.{20}/g, '$&\n'))}\n`,
  'with CRLF': text => `\n${inLines(text, line => line.replace(/.{20}/g, '$&\n'))}`.replaceAll('\n', '\r\n'),
  'with blanks': text => `  ${inLines(text, line => line.replace(/.{20}/g, '$& '))} `,
};
const CASES = Object.entries(DRESSES).flatMap(([dress, text]) =>
  Object.entries(BREAKS).map(([breaks, write]) => [dress, breaks, write(text)] as const),
);

describe('A public key', () => {
  it.each(CASES)('is read from %s %s', (_dress, _breaks, text) => {
    expect(publicKeyHex(text)).toBe(HEX);
  });

  it.each(['', 'no key', HEX.slice(2), `${HEX}00`, HEX.slice(0, -2), `${HEX}${'00'.repeat(9000)}`])(
    'is none where no step is one: %#',
    text => {
      expect(readPublicKey(text)).toBeNull();
      expect(publicKeyHex(text)).toBe(text);
    },
  );

  it('is read out of five carriers, and not out of more', () => {
    const within = (carriers: number) => Array.from({ length: carriers - 1 }).reduce<string>(base64, BASE64);
    expect(publicKeyHex(within(5))).toBe(HEX);
    expect(readPublicKey(within(6))).toBeNull();
  });
});
