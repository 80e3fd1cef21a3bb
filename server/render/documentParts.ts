import { ServerStyleSheet } from 'styled-components';

/** The parts of a page that React does not render, in document order. */
export interface OwnParts {
  /** Preload tags, which depend on no data, so that the browser can load files early. */
  early: string;
  /** Styles and head tags that depend on the brand. */
  brand: string;
  /** Head tags that depend on the data of the page. */
  page: string;
  /** State and script for hydration. They come after the visible content, so that the content is displayed sooner. */
  end: string;
}

/**
 * Positions at which a page can be cut into pieces. The browser displays the first piece while the server waits for the data of
 * the next one. Pieces are sent in document order, so they need no script.
 */
export type Cut = 'start' | 'head' | 'main' | 'end';

export interface Piece {
  from: Cut;
  to: Cut;
  /** Style sheet that all pieces of a page share, so that each rule is sent only once. */
  sheet: ServerStyleSheet;
}

/** Divides a page into consecutive pieces. */
export interface Cutter {
  /** Returns the position at which the last piece ended. */
  at(): Cut;
  upTo(cut: Cut): Piece;
}

export function createCutter(nonce: string): Cutter {
  const sheet = new ServerStyleSheet({ nonce });
  let from: Cut = 'start';
  return {
    at: () => from,
    upTo(to) {
      // The piece up to 'head' is sent without styles. It gets a style sheet of its own, so that the shared style sheet sends
      // these styles with the next piece.
      const piece = { from, to, sheet: to === 'head' ? new ServerStyleSheet({ nonce }) : sheet };
      from = to;
      return piece;
    },
  };
}

/** Markup of the components App and Layout. Each of these elements occurs once in a page. */
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
 * Builds the first output of a piece. React's first flush contains the frame of the whole page. This function keeps the part
 * that belongs to the piece, and adds the styles and the parts that React does not render.
 */
export function firstOf(html: string, { styles, own, piece }: First): string {
  const headEnd = html.indexOf(HEAD_END);
  const main = html.indexOf(MAIN, headEnd);
  const { from = 'start', to = 'end' } = piece ?? {};
  // If the head was already sent, the title is sent again with this piece. HTML parsers accept a title anywhere in a document,
  // and browsers use the first one.
  const [title = ''] = from === 'start' ? [] : (TITLE.exec(html.slice(0, headEnd)) ?? []);
  const isEnd = to === 'end';
  const before = from === 'start' ? html.slice(0, headEnd) + own.early : title;
  const ours = (from !== 'main' && to !== 'head' ? own.brand : '') + (isEnd ? own.page : '') + styles;
  const rest = html.slice(from === 'main' ? main : headEnd, { head: headEnd, main, end: undefined, start: 0 }[to]);
  return before + ours + (isEnd ? atBodyEnd(rest, own.end) : rest);
}

/**
 * Inserts `end` before the end of the body. If React is still waiting for a part, the body has no end yet; `end` then comes
 * before that part.
 */
function atBodyEnd(html: string, end: string): string {
  const position = html.lastIndexOf(BODY_END);
  return position < 0 ? html + end : html.slice(0, position) + end + html.slice(position);
}
