import { request as ask } from 'node:http';
import { buffer } from 'node:stream/consumers';

interface AsProxy {
  method?: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
}

/** Like `fetch`, but follows no redirects and can set the Host header, as a reverse proxy for several hosts does. */
export async function fetchAsProxy(url: string, { method = 'GET', headers, body = '' }: AsProxy): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const sent = { ...headers, ...(body === '' ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }) };
  const call = ask(url, { method, headers: sent }, async answer => {
    const responseHeaders = new Headers();
    for (const [name, values = []] of Object.entries(answer.headersDistinct))
      for (const value of values) responseHeaders.append(name, value);
    const bytes = await buffer(answer).catch(reject);
    const status = answer.statusCode ?? 0;
    resolve(new Response(bytes && bytes.length > 0 ? new Uint8Array(bytes) : null, { status, headers: responseHeaders }));
  });
  call.once('error', reject);
  call.end(body);
  return promise;
}
