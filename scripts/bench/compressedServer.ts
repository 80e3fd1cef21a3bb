// The baseline of pages.ts for a cached page: an Express server that has compressed one page once and sends it at every address.
import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import express from 'express';

const [, , port, file = ''] = process.argv;
const body = brotliCompressSync(readFileSync(file));

const app = express().disable('x-powered-by').set('etag', false);
app.get('/{*any}', (_request, response) => {
  response
    .set({ 'Content-Security-Policy': "default-src 'self'", 'Content-Encoding': 'br', 'Content-Length': String(body.length) })
    .type('html')
    .end(body);
});
app.listen(Number(port), '127.0.0.1');
