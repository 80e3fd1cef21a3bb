import { ServerStyleSheet } from 'styled-components';

/** The parts of a document that React does not write, in the order of the document. */
export interface OwnParts {
  /** Tags that depend on no data: files that the browser can start to load. */
  early: string;
  /** Styles and head tags that depend on the brand. */
  brand: string;
  /** Head tags that depend on the data of the page. */
  page: string;
  /**
   * The state for hydration and the script that starts hydration. They follow the visible content, so that the content is
   * displayed sooner.
   */
  end: string;
}

/**
 * Positions at which a page can be cut, so that the browser displays the first part while the server waits for the rest. The
 * parts are sent in the order of the document, so clients without scripts can read them.
 */
export type Cut = 'start' | 'head' | 'main' | 'end';

export interface Piece {
  from: Cut;
  to: Cut;
  /** Shared by all pieces of a page, so that each rule is sent once. */
  sheet: ServerStyleSheet;
}

/** Divides a page into consecutive pieces. */
export interface Cutter {
  /** The position at which the last piece ended. */
  at(): Cut;
  upTo(cut: Cut): Piece;
}

export function createCutter(nonce: string): Cutter {
  const sheet = new ServerStyleSheet({ nonce });
  let from: Cut = 'start';
  return {
    at: () => from,
    upTo(to) {
      // The opening is sent without styles. A sheet of its own leaves the styles of this rendering to the next piece.
      const piece = { from, to, sheet: to === 'head' ? new ServerStyleSheet({ nonce }) : sheet };
      from = to;
      return piece;
    },
  };
}

/** Markup of App and Layout. Each of these elements occurs once in a page. */
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

/**
 * Builds the first output of a piece. React's first flush contains the whole frame of a page. This function selects the part of
 * the frame that belongs to the piece, and adds the styles and the app's own parts.
 */
export function firstOf(html: string, { styles, own, piece }: First): string {
  const headEnd = html.indexOf(HEAD_END);
  const main = html.indexOf(MAIN, headEnd);
  const { from = 'start', to = 'end' } = piece ?? {};
  // A title is valid anywhere in a document, and browsers use the first one.
  const [title = ''] = from === 'start' ? [] : (TITLE.exec(html.slice(0, headEnd)) ?? []);
  const isEnd = to === 'end';
  const before = from === 'start' ? html.slice(0, headEnd) + own.early : title;
  const ours = (from !== 'main' && to !== 'head' ? own.brand : '') + (isEnd ? own.page : '') + styles;
  const rest = html.slice(from === 'main' ? main : headEnd, { head: headEnd, main, end: undefined, start: 0 }[to]);
  return before + ours + (isEnd ? atBodyEnd(rest, own.end) : rest);
}

/**
 * Inserts `end` before the end of the body. While React waits for a part, the body has no end yet, and `end` precedes that part.
 */
function atBodyEnd(html: string, end: string): string {
  const position = html.lastIndexOf(BODY_END);
  return position < 0 ? html + end : html.slice(0, position) + end + html.slice(position);
}
