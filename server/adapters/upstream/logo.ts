import { createHash } from 'node:crypto';
import type { Logo } from '../../core/ports/backend.ts';
import { UpstreamFailure } from './failure.ts';
import { createFetch } from './request.ts';

/** A logo with its size in pixels. */
export interface UpstreamLogo extends Logo {
  width: number;
  height: number;
}

/**
 * Detects type and size of an image from its content.
 * @returns a reason if the image is not accepted
 */
export type ReadImage = (bytes: Buffer) => { contentType: string; width: number; height: number } | { reason: string };

export interface LogoRules {
  baseUrl: string;
  /** Further hosts from which logos may be loaded. */
  hosts: readonly string[];
  readImage: ReadImage;
}

const MAX_BYTES = 512 * 1024;
const fetchBytes = createFetch(MAX_BYTES);

/**
 * Fetches the logo of a brand, which the app then serves from its own origin.
 * @throws UpstreamFailure, also if the image is not accepted
 */
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

/**
 * Allows only URLs of the external service, or of a configured host over https. Otherwise a brand's logo URL could make the app
 * send requests into the private network.
 * @throws UpstreamFailure for every other URL
 */
function allowed(address: string, { baseUrl, hosts }: Pick<LogoRules, 'baseUrl' | 'hosts'>): URL {
  const url = URL.parse(address, `${baseUrl}/`);
  const isListed = url?.protocol === 'https:' && hosts.includes(url.host);
  if (!url || !(isListed || url.origin === new URL(baseUrl).origin))
    throw new UpstreamFailure('refused', { answered: 'The host is not in LOGO_HOSTS' });
  return url;
}

/** Sent without the bearer token, because logos are public. */
const bytesAt = (url: URL): Promise<Buffer> => fetchBytes({ url, headers: { accept: 'image/*' } });
