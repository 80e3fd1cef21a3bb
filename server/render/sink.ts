import { Writable } from 'node:stream';
import type { ServerStyleSheet } from 'styled-components';
import { firstOf, isCut, type OwnParts, type Piece } from './documentParts.ts';
import { sentStyles } from './sentStyles.ts';

/** Where a page goes: the answer to a visitor, or nowhere. */
export interface PageAnswer {
  readonly destroyed: boolean;
  readonly writableFinished: boolean;
  status(code: number): unknown;
  type(name: string): unknown;
  once(event: 'close', listener: () => void): unknown;
  write(html: string): unknown;
  flush?(): void;
  end(html?: string | Buffer): unknown;
}

/** A page that nobody reads, rendered to see whether it can be. */
export class Nowhere extends Writable implements PageAnswer {
  status(): void {}
  type(): void {}
  override _write(_chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    done();
  }
}

interface SinkDependencies {
  response: PageAnswer;
  sheet: ServerStyleSheet;
  own: OwnParts;
  /** A page that is complete at once goes whole. */
  piece?: Piece | undefined;
}

/**
 * Between React and the response. React calls flush() at the end of each flush (the hook made for compression), and only
 * there does the HTML stand at the boundary of a tag: so only there may styles be put in. The library's own
 * interleaveWithNodeStream puts them before the doctype and, with a slow reader, inside a tag.
 */
export class HtmlSink extends Writable {
  readonly #parts: SinkDependencies;
  #chunks: Buffer[] = [];
  #isFirst = true;

  constructor(dependencies: SinkDependencies) {
    super({ decodeStrings: true });
    this.#parts = dependencies;
    dependencies.response.once('close', () => this.destroy());
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#chunks.push(Buffer.from(chunk));
    done();
  }

  flush(): void {
    const { response, sheet, own, piece } = this.#parts;
    if (this.#chunks.length === 0 || response.destroyed) return;
    // A whole flush at once, so that no character of several bytes is cut.
    const html = Buffer.concat(this.#chunks).toString();
    this.#chunks = [];
    // The opening has no brand yet, and so no styles.
    const styles = piece?.to === 'head' ? '' : sentStyles(sheet);
    sheet.instance.clearTag();
    if (this.#isFirst) {
      this.#isFirst = false;
      response.write(firstOf(html, { styles, own, piece }));
    } else if (!isCut(piece)) {
      response.write(styles + html);
    }
    // compression holds everything back until it is told.
    response.flush?.();
  }

  override _final(done: () => void): void {
    this.flush();
    if (!isCut(this.#parts.piece)) this.#parts.response.end();
    done();
  }
}
