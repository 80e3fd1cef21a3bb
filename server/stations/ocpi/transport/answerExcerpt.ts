import type { IncomingHttpHeaders } from 'node:http';
import { tokenCandidates } from './tokens.ts';

interface Answered {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

interface Sent {
  headers: Readonly<Record<string, string>>;
  /** Serialized JSON. */
  body?: string;
}

/**
 * An excerpt of a response that is not an OCPI envelope, for the operator. The response may have any content, because HTTP does
 * not define the body of an error.
 */
export interface AnswerExcerpt {
  status: number;
  contentType: string;
  /** The first characters of the body, without control characters, tokens, and values of the request. */
  text: string;
}

const MAX_CHARACTERS = 300;
const MAX_CONTENT_TYPE = 60;
/** Number of bytes that are decoded. They are enough for `MAX_CHARACTERS` after the removal of secrets. */
const MAX_BYTES = 4096;
/** Shorter values of a request, such as country codes, are not secret and stay in the excerpt. */
const MIN_VALUE_LENGTH = 8;
const REMOVED = '…';
/** Matches control and format characters, white space, and invalid UTF-8. */
const UNPRINTABLE = /[\p{C}\p{Z}\uFFFD\s]+/gu;
const CREDENTIALS = /\b(Token|Bearer|Basic) +[^\s"',;<>]+/gi;
const TOKEN_FIELDS = /("(?:token|access_token|authorization|response_url)" *: *")[^"]*/gi;
/** Matches long runs of letters and digits, which may be tokens. */
const OPAQUE = /(?=[\w+=-]*\d)[\w+=-]{20,}/g;

/**
 * Makes an excerpt of a response.
 * @param sent the request, whose values are removed from the excerpt
 */
export function excerptOf({ status, headers, body }: Answered, sent: Sent): AnswerExcerpt {
  const contentType = printable(headers['content-type'] ?? '').slice(0, MAX_CONTENT_TYPE);
  let text = printable(body.subarray(0, MAX_BYTES).toString('utf8'));
  for (const value of valuesOf(sent)) text = text.replaceAll(value, REMOVED);
  text = text.replaceAll(TOKEN_FIELDS, `$1${REMOVED}`).replaceAll(CREDENTIALS, `$1 ${REMOVED}`).replaceAll(OPAQUE, REMOVED);
  return { status, contentType, text: [...text].slice(0, MAX_CHARACTERS).join('') };
}

/** Describes an excerpt, for example '422, application/json: {"detail":[…]}'. */
export const excerptInWords = ({ status, contentType, text }: AnswerExcerpt): string =>
  `${status}, ${contentType || 'no content type'}: ${text || 'nothing'}`;

const printable = (text: string): string => text.replaceAll(UNPRINTABLE, ' ').trim();

/** Returns the values to remove, longest first, because one value may be part of another. */
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
