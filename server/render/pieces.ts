import { ServerStyleSheet } from 'styled-components';

/** What our head has beside React's, in the order of the document. */
export interface HeadParts {
  /** Known before anything else is: what a browser can begin to load. */
  early: string;
  /** Of the brand. */
  brand: string;
  /** Known with the page's data. */
  page: string;
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
const MAIN = '<main';
const TITLE = /<title>[^<]*<\/title>/;

export const isCut = (piece: Piece | undefined): boolean => piece !== undefined && piece.to !== 'end';

interface First {
  styles: string;
  head: HeadParts;
  piece: Piece | undefined;
}

/** The first flush has the whole frame of a page: what of it belongs to this piece, with our head and its styles. */
export function firstOf(html: string, { styles, head, piece }: First): string {
  const headEnd = html.indexOf(HEAD_END);
  const main = html.indexOf(MAIN, headEnd);
  const { from = 'start', to = 'end' } = piece ?? {};
  // A title counts wherever it stands, and a browser takes the first.
  const [title = ''] = from === 'start' ? [] : (TITLE.exec(html.slice(0, headEnd)) ?? []);
  const isEnd = to === 'end';
  const before = from === 'start' ? html.slice(0, headEnd) + head.early : title;
  const ours = (from !== 'main' && to !== 'head' ? head.brand : '') + (isEnd ? head.page : '') + styles;
  const rest = html.slice(from === 'main' ? main : headEnd, { head: headEnd, main, end: undefined, start: 0 }[to]);
  return before + ours + rest;
}
