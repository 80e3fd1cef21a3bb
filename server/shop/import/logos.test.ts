import { describe, expect, test } from '@jest/globals';
import { readImage } from './logos.ts';

const svg = (text: string) => readImage(Buffer.from(text));

describe('the size of a logo is read from its content', () => {
  test('PNG', () => {
    const head = Buffer.from('89504e470d0a1a0a0000000d49484452000002580000006408060000', 'hex');
    expect(readImage(head)).toEqual({ contentType: 'image/png', width: 600, height: 100 });
  });

  test('JPEG, behind its other segments', () => {
    const app = Buffer.from('ffe000040102', 'hex');
    const huffman = Buffer.from('ffc400040102', 'hex');
    const frame = Buffer.from('ffc2001108006402580301220002', 'hex');
    const bytes = Buffer.concat([Buffer.from('ffd8', 'hex'), app, huffman, frame]);
    expect(readImage(bytes)).toEqual({ contentType: 'image/jpeg', width: 600, height: 100 });
  });

  test.each([
    ['width and height', '<svg xmlns="http://www.w3.org/2000/svg" width="120px" height="40.4"></svg>', 120, 40],
    ['viewBox', '<?xml version="1.0"?>\n<!-- x -->\n<svg viewBox="0 0 300 100"></svg>', 300, 100],
    ['viewBox instead of percentages', "<svg width='100%' height='100%' viewBox='-5,-5 64 32'/>", 64, 32],
  ])('SVG by %s', (_, text, width, height) => {
    expect(svg(text)).toEqual({ contentType: 'image/svg+xml', width, height });
  });
});

describe('refused is', () => {
  test.each([
    ['a script', '<svg viewBox="0 0 1 1"><script>alert(1)</script></svg>', 'has a <script>'],
    ['an event attribute', '<svg viewBox="0 0 1 1"><g\nonload = "x()"/></svg>', 'has an event attribute (on…=)'],
    ['an event attribute without blanks', '<svg viewBox="0 0 1 1"onload=x()></svg>', 'has an event attribute (on…=)'],
    ['a javascript address', '<svg viewBox="0 0 1 1"><a href="JavaScript:x()"/></svg>', 'has a javascript: address'],
    ['foreign content', '<svg viewBox="0 0 1 1"><foreignObject/></svg>', 'has a <foreignObject>'],
    ['an entity', '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x "y">]><svg viewBox="0 0 1 1"/>', 'declares an entity'],
    ['no size', '<svg></svg>', 'has neither width and height nor a viewBox'],
    ['a page', '<html><svg/></html>', 'is neither SVG nor PNG nor JPEG'],
    ['other XML', '<?xml version="1.0"?><rss/>', 'has no <svg> element'],
    ['nothing', '', 'is neither SVG nor PNG nor JPEG'],
  ])('%s', (_, text, reason) => {
    expect(svg(text)).toEqual({ reason });
  });

  test('a PNG or JPEG that breaks off', () => {
    expect(readImage(Buffer.from('89504e470d0a1a0a', 'hex'))).toEqual({ reason: 'is a damaged PNG' });
    expect(readImage(Buffer.from('ffd8ffe0', 'hex'))).toEqual({ reason: 'is a damaged JPEG' });
  });
});
