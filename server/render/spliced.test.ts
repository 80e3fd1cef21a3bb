import { randomBytes } from 'node:crypto';
import zlib from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createSpliced, type Encoding } from './spliced.ts';

const PLACEHOLDERS = { nonce: 'aNonceStandsHere00000000', token: 'aTokenStandsHere' };
const OPEN: Readonly<Record<Encoding, (bytes: Buffer) => Buffer>> = {
  br: bytes => zlib.brotliDecompressSync(bytes),
  gzip: bytes => zlib.gunzipSync(bytes),
  identity: bytes => bytes,
};
const ENCODINGS: readonly Encoding[] = ['br', 'gzip', 'identity'];
const filled = (html: string, values: typeof PLACEHOLDERS) =>
  html.replaceAll(PLACEHOLDERS.nonce, () => values.nonce).replaceAll(PLACEHOLDERS.token, () => values.token);

const words = fc.constantFrom(
  'Ladesäule ',
  '<link rel="modulepreload" href="/assets/',
  '" nonce="',
  'Der Preis gilt für die ganze Ladung. ',
  '€',
  'ő',
  '',
  'the of and',
);
const page = fc.array(
  fc.oneof({ weight: 5, arbitrary: words }, fc.constant(PLACEHOLDERS.nonce), fc.constant(PLACEHOLDERS.token)),
  {
    maxLength: 120,
  },
);

describe('A page with its values put in', () => {
  it('is for every reader the page that would have been compressed whole', async () => {
    await fc.assert(
      fc.asyncProperty(page, async parts => {
        const html = parts.join('');
        const spliced = createSpliced(html, PLACEHOLDERS);
        for (const encoding of ENCODINGS) {
          for (const values of [
            { nonce: randomBytes(18).toString('base64'), token: randomBytes(12).toString('base64') },
            { nonce: 'the Ladesäule the of an', token: '" nonce="<link r' },
          ]) {
            const answer = await spliced.answer(encoding, values);
            expect(OPEN[answer.encoding](answer.bytes).toString()).toBe(filled(html, values));
          }
        }
      }),
      { numRuns: 150 },
    );
  });

  it('can be as long as the texts of a law, and as hard to compress as a picture in them', async () => {
    const picture = randomBytes(300_000).toString('base64');
    const html = `<img src="${picture}"><p>${PLACEHOLDERS.nonce}</p><img src="${picture.slice(0, 200_000)}">${PLACEHOLDERS.token}`;
    const spliced = createSpliced(html, PLACEHOLDERS);
    for (const encoding of ENCODINGS) {
      const answer = await spliced.answer(encoding, PLACEHOLDERS);
      expect(answer.encoding).toBe(encoding);
      expect(OPEN[encoding](answer.bytes).toString()).toBe(html);
    }
  });

  it('goes as it is where a value has another length, or where there are very many', async () => {
    const short = { ...PLACEHOLDERS, nonce: 'short' };
    expect(await createSpliced(`<p>${PLACEHOLDERS.nonce}</p>`, PLACEHOLDERS).answer('br', short)).toEqual({
      encoding: 'identity',
      bytes: Buffer.from('<p>short</p>'),
    });
    const many = createSpliced(`<p>${PLACEHOLDERS.nonce}</p>`.repeat(500), PLACEHOLDERS);
    expect((await many.answer('gzip', PLACEHOLDERS)).encoding).toBe('identity');
    expect((await createSpliced('<p></p>'.repeat(500), PLACEHOLDERS).answer('gzip', PLACEHOLDERS)).encoding).toBe('gzip');
  });
});
