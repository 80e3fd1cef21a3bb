import { inflateSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import jsQr from 'jsqr';
import { extractText, getDocumentProxy } from 'unpdf';
import { LOCALES } from '../../../shared/model/locales.ts';
import { translator } from '../../../test/support/invoiceFacts.ts';
import { readOperatorData } from '../../shop/import/readOperatorData.ts';
import { labelsPdf } from './labelsPdf.ts';
import { labelAddress, qrModules } from './qrCode.ts';

const ORIGIN = 'https://laden.example';

/** jsQR is exported as the module itself, although its type declarations name a default export. */
const decode = jsQr as unknown as typeof jsQr.default;

/**
 * Renders QR code modules (true is dark) with a light border and decodes the image as a phone would. Null if it cannot be read.
 */
function read(rows: readonly (readonly boolean[])[]): string | null {
  const [scale, border] = [4, 4];
  const side = (rows.length + 2 * border) * scale;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const isDark = rows[Math.floor(y / scale) - border]?.[Math.floor(x / scale) - border] ?? false;
      if (isDark) pixels.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
    }
  return decode(pixels, side, side)?.data ?? null;
}

/**
 * Returns the QR code modules of each page, extracted from the filled squares of the PDF. The test thus checks what is drawn,
 * not the input.
 */
function modulesIn(pdf: Uint8Array): (readonly (readonly boolean[])[])[] {
  const bytes = Buffer.from(pdf);
  const pages: (readonly (readonly boolean[])[])[] = [];
  for (let at = bytes.indexOf('stream\n'); at >= 0; at = bytes.indexOf('stream\n', at + 7)) {
    if (bytes.toString('latin1', at - 3, at) === 'end') continue;
    const squares = squaresIn(inflated(bytes.subarray(at + 7)));
    if (squares.length > 100) pages.push(gridOf(squares));
  }
  return pages;
}

function inflated(bytes: Buffer): string {
  try {
    return inflateSync(bytes).toString('latin1');
  } catch {
    return '';
  }
}

const squaresIn = (content: string): { x: number; y: number; side: number }[] =>
  [...content.matchAll(/^(\S+) (\S+) (\S+) (\S+) re$/gm)]
    .map(([, x, y, width, height]) => ({ x: Number(x), y: Number(y), side: width === height ? Number(width) : 0 }))
    .filter(({ side }) => side > 0);

function gridOf(squares: readonly { x: number; y: number; side: number }[]): readonly (readonly boolean[])[] {
  const side = squares[0]?.side ?? 1;
  const [left, top] = [Math.min(...squares.map(({ x }) => x)), Math.min(...squares.map(({ y }) => y))];
  const size = Math.round((Math.max(...squares.map(({ x }) => x)) - left) / side) + 1;
  const dark = new Set(squares.map(({ x, y }) => `${Math.round((x - left) / side)} ${Math.round((y - top) / side)}`));
  return Array.from({ length: size }, (_, row) => Array.from({ length: size }, (_, column) => dark.has(`${column} ${row}`)));
}

/** Returns the PDF drawing operators that are outside of marked content, which PDF/UA forbids. */
function untaggedDrawings(pdf: Uint8Array): readonly string[] {
  const bytes = Buffer.from(pdf);
  const found: string[] = [];
  for (let at = bytes.indexOf('stream\n'); at >= 0; at = bytes.indexOf('stream\n', at + 7)) {
    if (bytes.toString('latin1', at - 3, at) === 'end') continue;
    const content = inflated(bytes.subarray(at + 7));
    if (!content.includes('BDC')) continue;
    let depth = 0;
    for (const line of content.split('\n')) {
      if (/\b(BDC|BMC)$/.test(line)) depth++;
      else if (line === 'EMC') depth--;
      else if (depth === 0 && /(^|\s)(f|f\*|S|B|Tj|TJ|Do)$/.test(line)) found.push(line);
    }
  }
  return found;
}

async function plugsOf(...evseIds: readonly string[]) {
  const { clients, points } = await readOperatorData('demo');
  return evseIds.flatMap(evseId => {
    const point = points.find(known => known.evseId === evseId);
    const client = clients.find(({ id }) => id === point?.clientId);
    if (!point || !client) throw new Error(`No point ${evseId}`);
    return point.connectors.map(connector => ({ client, point, connector }));
  });
}

async function labelled(...evseIds: readonly string[]) {
  const plugs = await plugsOf(...evseIds);
  const pdf = await labelsPdf({ plugs, origin: ORIGIN, translator });
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: false });
  return { pdf, pages: text.map(page => page.replace(/\s+/g, ' ')) };
}

describe('A label', () => {
  it('holds an address in capitals, which is coarser to print, and leads to the short link', () => {
    expect(labelAddress(ORIGIN, 'DE*BLF*E1001*1')).toBe('HTTPS://LADEN.EXAMPLE/Q/DE*BLF*E1001*1');
    expect(qrModules('HTTPS://LADEN.EXAMPLE/Q/DE*BLF*E1001*1').length).toBeLessThan(
      qrModules('https://laden.example/q/DE*BLF*E1001*1').length,
    );
  });

  it.each([
    'HTTPS://LADEN.EXAMPLE/Q/DE*BLF*E1001*1',
    'https://laden_a.example/q/DE*BLF*E1001*1',
    `HTTPS://${'LADEN.'.repeat(12)}EXAMPLE:8443/Q/DE*BLF*E1001*1`,
  ])('can be read by a phone: %s', address => {
    expect(read(qrModules(address))).toBe(address);
  });

  it('cannot hold every address in capitals, and keeps to small letters then', () => {
    expect(labelAddress('https://laden_a.example', 'DE*BLF*E1001*1')).toBe('https://laden_a.example/q/DE*BLF*E1001*1');
  });

  it('is drawn for each plug: number, type, power, ID, steps and host to check in two languages, and a code that leads there', async () => {
    const { pdf, pages } = await labelled('DE*BLF*E1001*1', 'DE*BLF*E1003*1');
    expect(pages).toHaveLength(4);
    for (const words of ['Typ 2', 'AC bis 22 kW', 'DE*BLF*E1001*1', '+49 221 4710 210', ' laden.example '])
      expect(pages[0]).toContain(words);
    for (const locale of ['de', 'en'] as const)
      for (const key of ['title', 'without', 'scan', 'pay', 'plugIn', 'host'])
        expect(pages[0]).toContain(translator(locale, `label.${key}`));
    expect(pages[3]).toMatch(/^3 /);
    expect(Buffer.from(pdf).toString('latin1')).toContain(`/ActualText (${translator('de', 'plug.number', { number: '3' })})`);
    expect(modulesIn(pdf).map(read)).toEqual([
      'HTTPS://LADEN.EXAMPLE/Q/DE*BLF*E1001*1',
      ...Array.from({ length: 3 }, () => 'HTTPS://LADEN.EXAMPLE/Q/DE*BLF*E1003*1'),
    ]);
  });

  it('shares its logo with the others of its brand: it is in the file once', async () => {
    const picturesIn = (pdf: Uint8Array) =>
      Buffer.from(pdf)
        .toString('latin1')
        .match(/\/Subtype \/Image/g)?.length;
    const { pdf: one } = await labelled('DE*BLF*E1001*1');
    const { pdf: many } = await labelled('DE*BLF*E1001*1', 'DE*BLF*E1003*1');
    expect(picturesIn(one)).toBeGreaterThan(0);
    expect(picturesIn(many)).toBe(picturesIn(one));
  });

  it('is PDF/A-3b and PDF/UA-1: every drawing is tagged or an artifact, codes and logos have an alternative text', async () => {
    const { pdf } = await labelled('DE*BLF*E1001*1', 'HU*CNB*E6001*1');
    const file = Buffer.from(pdf).toString('latin1');
    for (const part of [
      '<pdfaid:part>3</pdfaid:part>',
      '<pdfuaid:part>1</pdfuaid:part>',
      '/Marked true',
      '/S /H1',
      '/OutputIntents',
    ])
      expect(file.replace(/>\s+</g, '><')).toContain(part);
    expect(file.match(/\/S \/Figure/g)?.length).toBe(file.match(/\/Alt /g)?.length);
    expect(file).toContain('/Alt (QR: HTTPS://LADEN.EXAMPLE/Q/DE*BLF*E1001*1)');
    expect(untaggedDrawings(pdf)).toEqual([]);
  });

  it('can be handed to another thread, however small its file is', async () => {
    const { pdf } = await labelled('HU*CNB*E6001*1');
    expect(structuredClone(pdf, { transfer: [pdf.buffer as ArrayBuffer] }).byteLength).toBeGreaterThan(1000);
  });

  it('speaks the language of its brand', async () => {
    const { pages } = await labelled('HU*CNB*E6001*1');
    expect(pages[0]).toContain('HU*CNB*E6001*1');
    expect(pages[0]).toContain(translator('en', 'label.title'));
  });

  it.each(LOCALES)('keeps its margins in %s, with a long host and every type of plug', async mainLanguage => {
    const kinds = ['type2', 'type1', 'ccs2', 'ccs1', 'chademo', 'schuko', 'domestic', 'cee', 'tesla', 'unknown'] as const;
    const [plug] = await plugsOf('DE*BLF*E1001*1');
    if (!plug) throw new Error('No plug');
    const { client, point, connector } = plug;
    const plugs = kinds.map(kind => ({
      client: { ...client, mainLanguage },
      point,
      connector: { ...connector, kind, number: '12', powerW: 350_000 },
    }));
    const pdf = await labelsPdf({ plugs, origin: 'https://elektromobilitaet.stadtwerke-musterstadt.example', translator });
    const document = await getDocumentProxy(new Uint8Array(pdf));
    for (let number = 1; number <= kinds.length; number++) {
      const page = await document.getPage(number);
      const [, , right = 0] = page.view;
      for (const item of (await page.getTextContent()).items) {
        if (!('str' in item)) continue;
        const [left, end] = [item.transform[4], item.transform[4] + item.width];
        expect([item.str, left > 19, end < right - 19]).toEqual([item.str, true, true]);
      }
    }
  });
});
