import { Writable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { type ReactNode, use } from 'react';
import { ROUTES } from '../../client/core/routes.ts';
import { NEUTRAL_CLIENT } from '../../shared/charging/neutralClient.ts';
import type { Backend } from '../core/ports/backend.ts';
import { createTextsIn, readTexts } from '../http/request/translations.ts';
import { createCutter } from './documentParts.ts';
import { type RenderOptions, render } from './render.tsx';
import type { PageAnswer } from './sink.ts';

const textsIn = createTextsIn(readTexts('locales'));
const route = ROUTES.find(({ name }) => name === 'NeutralImprint') ?? ROUTES[0];
const client = { ...NEUTRAL_CLIENT, id: 'neutral', uuid: 'neutral', isDefault: true };

/** Collects each piece of the output separately. */
class Pieces extends Writable implements PageAnswer {
  readonly came: string[] = [];
  code = 0;
  status(code: number): void {
    this.code = code;
  }
  type(): void {}
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.came.push(chunk.toString());
    done();
  }
}

async function drawn(content: ReactNode, { cut = false, isBot = false } = {}) {
  const response = new Pieces();
  const faults: unknown[] = [];
  const visit = {
    locale: 'en',
    client,
    theme: 'auto',
    isDemo: false,
    hasOpenConsole: false,
    isReceiptsOnly: false,
    hasOfflinePages: false,
    pushKey: null,
    host: 'charge.example',
    cardAt: 'pay.example',
    origin: 'https://charge.example',
    sprite: '/sprite.svg',
    build: 'b',
    requestId: 'r',
    strings: {},
    numberFormats: {},
  } as const;
  const renderOptions: RenderOptions = {
    response,
    status: 200,
    address: '/en/imprint',
    nonce: 'n',
    isBot,
    visit,
    view: { route, params: {}, content, form: null, formToken: null },
    filled: { source: 'none', content, data: null, refreshS: null, laterStrings: [] },
    source: 'none',
    i18n: textsIn('en'),
    charging: {} as Backend,
    assets: {
      build: 'b',
      from: { mode: 'production', server: '' },
      entry: '/entry.js',
      sprite: '/sprite.svg',
      preload: {},
      strings: {},
    },
    branding: ':root{}',
    head: '<meta name="robots" content="noindex">',
    dataHead: '',
    ...(cut ? { piece: createCutter('n').upTo('end') } : {}),
    onError: error => void faults.push(error),
  };
  await render(renderOptions);
  return { html: response.came.join(''), pieces: response.came.length, status: response.code, faults };
}

const Broken = (): ReactNode => {
  throw new Error('Broken');
};

describe('A page', () => {
  it('that is there goes whole, and is the same as if it were streamed', async () => {
    const content = <h1>Who we are</h1>;
    const [whole, streamed] = [await drawn(content), await drawn(content, { cut: true })];
    expect(whole.html).toContain('<h1>Who we are</h1>');
    expect(whole.html).toBe(streamed.html);
    expect([whole.pieces, whole.status, whole.faults]).toEqual([1, 200, []]);
    expect(whole.html).toMatch(/^<!DOCTYPE html><html lang="en">.*<\/html>$/s);
  });

  it('of which a part fails is streamed with everything around it, and its fault is told once', async () => {
    for (const isBot of [false, true]) {
      const { html, status, faults } = await drawn(<Broken />, { isBot });
      expect(faults).toEqual([new Error('Broken')]);
      expect(status).toBe(200);
      expect(html).toContain('<main');
      expect(html).toMatch(/<\/html>$/);
    }
  });

  it('of which a part is waited for is streamed with that part', async () => {
    for (const isBot of [false, true]) {
      const later = new Promise<string>(resolve => setTimeout(() => resolve('It has come'), 20));
      const Deferred = () => <p>{use(later)}</p>;
      const { html, faults } = await drawn(<Deferred />, { isBot });
      expect(html).toContain('<p>It has come</p>');
      expect(faults).toEqual([]);
    }
  });
});
