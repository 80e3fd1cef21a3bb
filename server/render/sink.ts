import { Writable } from 'node:stream';
import type { ServerStyleSheet } from 'styled-components';
import { firstOf, isCut, type OwnParts, type Piece } from './documentParts.ts';
import { sentStyles } from './sentStyles.ts';

/** Destination of a rendered page: the response to a visitor, or `Nowhere`. */
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

/** Discards the output of a page that is rendered only to check whether rendering succeeds. */
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
  /** Absent if the page is sent as a whole. */
  piece?: Piece | undefined;
}

/**
 * Stream between React and the response, which inserts the styles. At the end of each flush, React calls flush(), which is a
 * hook for compression. Styles are inserted only there, because only there the HTML does not end within a tag.
 * `interleaveWithNodeStream` of styled-components inserts styles before the doctype and, with a slow reader, inside a tag.
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
    // The whole flush is decoded at once, so that no multi-byte character is split.
    const html = Buffer.concat(this.#chunks).toString();
    this.#chunks = [];
    // The piece up to 'head' has no brand yet, so it gets no styles.
    const styles = piece?.to === 'head' ? '' : sentStyles(sheet);
    sheet.instance.clearTag();
    if (this.#isFirst) {
      this.#isFirst = false;
      response.write(firstOf(html, { styles, own, piece }));
    } else if (!isCut(piece)) {
      response.write(styles + html);
    }
    // The compression middleware buffers all output until flush() is called.
    response.flush?.();
  }

  override _final(done: () => void): void {
    this.flush();
    if (!isCut(this.#parts.piece)) this.#parts.response.end();
    done();
  }
}
