import { ServerStyleSheet } from 'styled-components';

/** What a document has beside what React writes, in its order. */
export interface OwnParts {
  /** Known before anything else is: what a browser can begin to load. */
  early: string;
  /** Of the brand. */
  brand: string;
  /** Of the head, and known with the page's data. */
  page: string;
  /** What the browser goes on with, and the code that makes it do so: behind all that is shown, which comes to see it sooner. */
  end: string;
}

/**
 * Where a page can be cut, so that what stands before is seen while the rest is waited for. A reader without scripts gets it in
 * order too: nothing is put into place afterwards.
 */
export type Cut = 'start' | 'head' | 'main' | 'end';

export interface Piece {
  from: Cut;
  to: Cut;
  /** One for all pieces: a rule that was sent is not sent again. */
  sheet: ServerStyleSheet;
}

/** The pieces of one page, one after the other. */
export interface Cutter {
  /** Where the last piece ended. */
  at(): Cut;
  upTo(cut: Cut): Piece;
}

export function createCutter(nonce: string): Cutter {
  const sheet = new ServerStyleSheet({ nonce });
  let from: Cut = 'start';
  return {
    at: () => from,
    upTo(to) {
      // No styles go with the opening: what its rendering asks for comes later.
      const piece = { from, to, sheet: to === 'head' ? new ServerStyleSheet({ nonce }) : sheet };
      from = to;
      return piece;
    },
  };
}

/** Our own markup, of one element each: see App and Layout. */
const HEAD_END = '</head>';
const BODY_END = '</body>';
const MAIN = '<main';
const TITLE = /<title>[^<]*<\/title>/;

export const isCut = (piece: Piece | undefined): boolean => piece !== undefined && piece.to !== 'end';

interface First {
  styles: string;
  own: OwnParts;
  piece: Piece | undefined;
}

/** The first flush has the whole frame of a page: what of it belongs to this piece, with what is ours and its styles. */
export function firstOf(html: string, { styles, own, piece }: First): string {
  const headEnd = html.indexOf(HEAD_END);
  const main = html.indexOf(MAIN, headEnd);
  const { from = 'start', to = 'end' } = piece ?? {};
  // A title counts wherever it stands, and a browser takes the first.
  const [title = ''] = from === 'start' ? [] : (TITLE.exec(html.slice(0, headEnd)) ?? []);
  const isEnd = to === 'end';
  const before = from === 'start' ? html.slice(0, headEnd) + own.early : title;
  const ours = (from !== 'main' && to !== 'head' ? own.brand : '') + (isEnd ? own.page : '') + styles;
  const rest = html.slice(from === 'main' ? main : headEnd, { head: headEnd, main, end: undefined, start: 0 }[to]);
  return before + ours + (isEnd ? atBodyEnd(rest, own.end) : rest);
}

/** Where the body has not ended, because a part is awaited, what comes here comes before that part. */
function atBodyEnd(html: string, end: string): string {
  const position = html.lastIndexOf(BODY_END);
  return position < 0 ? html + end : html.slice(0, position) + end + html.slice(position);
}
