import { expect, it } from '@jest/globals';
import type { DocumentFiles } from '../../server/core/ports/ports.ts';

const FIRST = Buffer.from('%PDF-1.7 the first');
const OTHER = Buffer.from('%PDF-1.7 another');

/** The contract tests of the storage for rendered PDF documents. */
export function describeDocumentFiles(open: () => DocumentFiles): void {
  it('has a page that is kept as it was put, and the first one stays', async () => {
    const files = open();
    expect(await files.get('d1')).toBeNull();
    expect(await files.put('d1', FIRST)).toBe(true);
    expect(await files.put('d1', OTHER)).toBe(false);
    expect(await files.put('D1', OTHER)).toBe(true);
    expect(Buffer.from((await files.get('d1')) ?? [])).toEqual(FIRST);
    expect(Buffer.from((await files.get('D1')) ?? [])).toEqual(OTHER);
  });

  it('has a page that is put many times at once', async () => {
    const files = open();
    const all = [FIRST, OTHER, FIRST, OTHER];
    const isFirst = await Promise.all(all.map(bytes => files.put('-_', bytes)));
    expect(isFirst.filter(is => is)).toHaveLength(1);
    const stored = await files.get('-_');
    expect(Buffer.from(stored ?? []).toString()).toBe(all[isFirst.indexOf(true)]?.toString());
  });

  it('has a page that can be removed, also twice', async () => {
    const files = open();
    await files.put('gone', FIRST);
    await files.remove('gone');
    await files.remove('gone');
    expect(await files.get('gone')).toBeNull();
    await files.put('gone', OTHER);
    expect(Buffer.from((await files.get('gone')) ?? [])).toEqual(OTHER);
  });
}
