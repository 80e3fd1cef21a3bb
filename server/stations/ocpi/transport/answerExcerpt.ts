import type { IncomingHttpHeaders } from 'node:http';
import { tokenCandidates } from './tokens.ts';

interface Answered {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

interface Sent {
  headers: Readonly<Record<string, string>>;
  /** JSON. */
  body?: string;
}

/** What a peer has sent in place of an envelope of OCPI, for the operator: HTTP says nothing about the body of an error. */
export interface AnswerExcerpt {
  status: number;
  contentType: string;
  /** The first characters, without control characters, tokens and values of our own request. */
  text: string;
}

const MAX_CHARACTERS = 300;
const MAX_CONTENT_TYPE = 60;
/** Enough bytes for `MAX_CHARACTERS` after removals. */
const MAX_BYTES = 4096;
/** Shorter values of a request, such as country codes, reveal nothing. */
const MIN_VALUE_LENGTH = 8;
const REMOVED = '…';
/** Control and format characters, line ends, and what could not be read as UTF-8. */
const UNPRINTABLE = /[\p{C}\p{Z}\uFFFD\s]+/gu;
const CREDENTIALS = /\b(Token|Bearer|Basic) +[^\s"',;<>]+/gi;
const TOKEN_FIELDS = /("(?:token|access_token|authorization|response_url)" *: *")[^"]*/gi;
/** Letters and digits without a blank, as tokens are. */
const OPAQUE = /(?=[\w+=-]*\d)[\w+=-]{20,}/g;

/** @param sent the request that was answered so: nothing of it is stored */
export function excerptOf({ status, headers, body }: Answered, sent: Sent): AnswerExcerpt {
  const contentType = printable(headers['content-type'] ?? '').slice(0, MAX_CONTENT_TYPE);
  let text = printable(body.subarray(0, MAX_BYTES).toString('utf8'));
  for (const value of valuesOf(sent)) text = text.replaceAll(value, REMOVED);
  text = text.replaceAll(TOKEN_FIELDS, `$1${REMOVED}`).replaceAll(CREDENTIALS, `$1 ${REMOVED}`).replaceAll(OPAQUE, REMOVED);
  return { status, contentType, text: [...text].slice(0, MAX_CHARACTERS).join('') };
}

/** '422, application/json: {"detail":[…]}' */
export const excerptInWords = ({ status, contentType, text }: AnswerExcerpt): string =>
  `${status}, ${contentType || 'no content type'}: ${text || 'nothing'}`;

const printable = (text: string): string => text.replaceAll(UNPRINTABLE, ' ').trim();

/** The longest first: one value may be part of another. */
function valuesOf({ headers, body }: Sent): readonly string[] {
  const tokens = tokenCandidates(headers.authorization);
  const values = body === undefined ? [] : textsIn(JSON.parse(body));
  const long = [...tokens, ...values.filter(value => value.length >= MIN_VALUE_LENGTH)].filter(value => value !== '');
  return [...new Set(long)].sort((a, b) => b.length - a.length);
}

function textsIn(part: unknown): string[] {
  if (typeof part === 'string') return [part];
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(textsIn) : [];
}
