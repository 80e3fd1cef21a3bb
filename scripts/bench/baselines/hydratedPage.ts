// Answers one page as bare Express and React do: the server streams its elements, the browser hydrates the same elements from one
// script, and everything else of the page comes from the app beside it. Its styles lie in a file, as they usually do, or in the page.
// For scripts/bench/browser.ts.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import compression from 'compression';
import { build } from 'esbuild';
import express from 'express';
import { isValidElement, type ReactElement, type ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { elementsOf } from './elements.ts';

const [, , file = '', port, beside, styles] = process.argv;
const SCRIPTS = /<script\b.*?<\/script>|<link\b[^>]*\brel="modulepreload"[^>]*>|<link\b[^>]*\bas="script"[^>]*>/gs;
const STYLES = /<style\b[^>]*>(.*?)<\/style>/gs;
const html = readFileSync(file, 'utf8').replace(SCRIPTS, '');
const css = [...html.matchAll(STYLES)].map(([, text]) => text).join('\n');
const inFile = html.replace(STYLES, '').replace('</head>', '<link rel="stylesheet" href="/style.css"></head>');
const elements = elementsOf(styles === 'in a file' ? inFile : html);
const stylesheet = brotliCompressSync(css);
const client = brotliCompressSync(await bundled(elements));

const app = express().disable('x-powered-by').set('etag', false);
app.get('/client.js', (_request, response) => {
  response.set({ 'Content-Type': 'text/javascript', 'Content-Encoding': 'br' }).end(client);
});
app.get('/style.css', (_request, response) => {
  response.set({ 'Content-Type': 'text/css', 'Content-Encoding': 'br' }).end(stylesheet);
});
// No page can be seen sooner than this one.
app.get('/one-word', (_request, response) => {
  response.type('html').end("<!DOCTYPE html><p>Charge</p><script>document.documentElement.dataset.hydrated = 'true'</script>");
});
app.use(compression());
app.get('/{*any}', async (request, response) => {
  if (!request.accepts('html') || request.get('sec-fetch-dest') !== 'document') {
    const answer = await fetch(`http://127.0.0.1:${beside}${request.url}`);
    response.status(answer.status).type(answer.headers.get('content-type') ?? 'text/plain');
    response.send(Buffer.from(await answer.arrayBuffer()));
    return;
  }
  const nonce = randomBytes(16).toString('base64');
  response.set(
    'Content-Security-Policy',
    `default-src 'self'; img-src 'self' data:; script-src 'nonce-${nonce}' 'strict-dynamic'; style-src 'self' 'unsafe-inline'`,
  );
  response.type('html');
  const { pipe } = renderToPipeableStream(elements, {
    nonce,
    bootstrapModules: ['/client.js'],
    onShellReady: () => pipe(response),
  });
});
app.listen(Number(port), '127.0.0.1');

/** As a bundler writes what somebody has written in JSX. */
function codeOf(node: ReactNode): string {
  if (Array.isArray(node)) return `[${node.map(codeOf).join(',')}]`;
  if (!isValidElement(node)) return JSON.stringify(node ?? null);
  const { type, props } = node as ReactElement<Record<string, unknown> & { children?: ReactNode }>;
  const { children = [], ...rest } = props;
  const inside = (Array.isArray(children) ? children : [children]).map(codeOf);
  return `h(${[JSON.stringify(type), JSON.stringify(rest), ...inside].join(',')})`;
}

async function bundled(page: ReactNode): Promise<Uint8Array> {
  const contents = `
    import { createElement as h, useEffect } from 'react';
    import { hydrateRoot } from 'react-dom/client';
    function Page() {
      useEffect(() => { document.documentElement.dataset.hydrated = 'true'; }, []);
      return ${codeOf(page)};
    }
    hydrateRoot(document, h(Page));`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname, loader: 'js' },
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}
