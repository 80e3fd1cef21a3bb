// Labels for charging points: npm run operator -- qr [evse…] --out labels.pdf
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { readTexts } from '../server/http/words.ts';
import type { CommandDependencies } from '../server/operator/backoffice/commands.ts';
import { labelPlugs } from '../server/operator/documents/labels/labelPlugs.ts';
import { labelsAsDrawn } from '../server/operator/documents/labels/labelsPdf.ts';
import type { LabelPlug } from '../server/operator/ports.ts';
import { compactId, listPoints } from '../server/operator/store/catalogue.ts';
import type { Db } from '../server/operator/store/store.ts';
import { publicOrigin, type Said } from './database.ts';

export const QR_USAGE = 'qr [evse …] [--brand <client>] --out <file.pdf>';

/** One label for each plug of these points; without any, of all that are sold, or all of a brand. As many as there are. */
export async function runQr({ store }: CommandDependencies, args: readonly string[]): Promise<Said> {
  const options = { out: { type: 'string' }, brand: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  if (!values.out) return { lines: [`Say where to: npm run operator -- ${QR_USAGE}`], isWell: false };
  if (publicOrigin === null) return { lines: ['PUBLIC_ORIGIN is not set: a label needs the address of the app.'], isWell: false };
  const { plugs, unknown } = await plugsOf(store.db, positionals, values.brand);
  if (unknown.length > 0) return { lines: unknown.map(evse => `No charging point has the ID ${evse}.`), isWell: false };
  if (plugs.length === 0) return { lines: ['Nothing is sold there: no label was drawn.'], isWell: false };
  const texts = readTexts(path.resolve('locales'));
  const translator = (locale: string, key: string, given = {}) => texts.t(key, { ...given, lng: locale });
  await pipeline(labelsAsDrawn({ plugs, origin: publicOrigin, translator }), createWriteStream(values.out));
  return { lines: [`${values.out} has ${plugs.length} ${plugs.length === 1 ? 'label' : 'labels'}.`], isWell: true };
}

async function plugsOf(
  db: Db,
  asked: readonly string[],
  brand: string | undefined,
): Promise<{ plugs: readonly LabelPlug[]; unknown: readonly string[] }> {
  const all = await listPoints(db);
  const points = brand === undefined ? all : all.filter(({ clientId }) => clientId === brand);
  const wanted = new Set(asked.map(compactId));
  const known = new Set(points.map(({ evseId }) => compactId(evseId)));
  const named = points.filter(({ evseId }) => wanted.size === 0 || wanted.has(compactId(evseId)));
  return { plugs: await labelPlugs(db, named), unknown: asked.filter(evse => !known.has(compactId(evse))) };
}
