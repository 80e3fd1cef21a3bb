import { createHash } from 'node:crypto';
import type { Logo } from '../../core/ports/backend.ts';
import { UpstreamFailure } from './failure.ts';
import { createFetch } from './request.ts';

/** A logo with its size in pixels. */
export interface UpstreamLogo extends Logo {
  width: number;
  height: number;
}

/** Type and size by content, or why it is no picture we show. */
export type ReadImage = (bytes: Buffer) => { contentType: string; width: number; height: number } | { reason: string };

export interface LogoRules {
  baseUrl: string;
  /** Hosts beside the service's own that logos may come from. */
  hosts: readonly string[];
  readImage: ReadImage;
}

const MAX_BYTES = 512 * 1024;
const fetchBytes = createFetch(MAX_BYTES);

/** Fetches a client's logo, to be shown from our own origin. @throws UpstreamFailure, also when it is none that we show */
export async function fetchLogo(address: string, { baseUrl, hosts, readImage }: LogoRules): Promise<UpstreamLogo> {
  const bytes = inlineBytes(address) ?? (await bytesAt(allowed(address, { baseUrl, hosts })));
  if (bytes.length > MAX_BYTES) throw new UpstreamFailure('too large');
  const image = readImage(bytes);
  if ('reason' in image) throw new UpstreamFailure('refused', { answered: image.reason });
  return { ...image, bytes, hash: createHash('sha256').update(bytes).digest('hex').slice(0, 16) };
}

function inlineBytes(address: string): Buffer | null {
  const data = /^data:image\/[\w.+-]+;base64,/i.exec(address)?.[0];
  return data ? Buffer.from(address.slice(data.length), 'base64') : null;
}

/** The service's own origin, or a listed host over https: nobody makes us ask inside our own network. */
function allowed(address: string, { baseUrl, hosts }: Pick<LogoRules, 'baseUrl' | 'hosts'>): URL {
  const url = URL.parse(address, `${baseUrl}/`);
  const isListed = url?.protocol === 'https:' && hosts.includes(url.host);
  if (!url || !(isListed || url.origin === new URL(baseUrl).origin))
    throw new UpstreamFailure('refused', { answered: 'The host is not in LOGO_HOSTS' });
  return url;
}

/** Without the token: pictures are public. */
const bytesAt = (url: URL): Promise<Buffer> => fetchBytes({ url, headers: { accept: 'image/*' } });
