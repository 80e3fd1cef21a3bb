import { getDocumentProxy } from 'unpdf';

/** Returns the files that are embedded in a PDF, by file name. */
export async function filesIn(bytes: Uint8Array): Promise<ReadonlyMap<string, string>> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const files = new Map<string, string>();
  for (const [id, { filename }] of (await pdf.getAttachments()) ?? [])
    files.set(filename, new TextDecoder().decode((await pdf.getAttachmentContent(id)) ?? new Uint8Array()));
  return files;
}
