// Creates labels with QR codes for charging points: npm run operator -- qr [evse…] --out labels.pdf
import path from 'node:path';
import Joi from 'joi';
import type { LabelPlug } from '../../server/core/ports/ports.ts';
import { readTexts } from '../../server/http/request/translations.ts';
import type { CommandOutput } from '../../server/staff/acts/act.ts';
import { field, parsed } from '../../server/staff/acts/fields.ts';
import { type CommandDependencies, command } from '../../server/staff/commands/commands.ts';
import { labelPlugs } from '../../server/staff/stations/labelPlugs.ts';
import { labelsAsDrawn } from '../../server/staff/stations/labelsPdf.ts';
import type { Db } from '../../server/store/engine/database.ts';
import { findPointRow, listPointRows, type PointRow } from '../../server/store/shop/points.ts';
import { compactId } from '../../shared/model/evseId.ts';
import { primeGenerator } from '../../shared/util/within.ts';
import { writeWhole } from '../build/writeWhole.ts';
import { publicOrigin } from './database.ts';

const POINTS_AT_ONCE = 200;

interface QrValues {
  evses: readonly string[];
  brand?: string;
  out: string;
}

/**
 * Draws one label for each plug of the given points. Without EVSE IDs, draws the labels of all points that are offered to
 * drivers, or of all points of a brand. The number is not limited.
 */
async function drawLabels({ store }: CommandDependencies, { evses, brand, out }: QrValues): Promise<CommandOutput> {
  if (publicOrigin === null) return { lines: ['PUBLIC_ORIGIN is not set. A label needs the address of the app.'], isWell: false };
  const unknown = await unknownOf(store.db, evses, brand);
  if (unknown.length > 0) return { lines: unknown.map(evse => `No charging point has the ID ${evse}.`), isWell: false };
  const texts = readTexts(path.resolve('locales'));
  const translator = (locale: string, key: string, given = {}) => texts.t(key, { ...given, lng: locale });
  let drawn = 0;
  async function* counted() {
    for await (const plug of plugsOf(store.db, evses, brand)) {
      drawn++;
      yield plug;
    }
  }
  // Draws the first label before the file is created, so that a failure leaves no empty file.
  const bytes = await primeGenerator(labelsAsDrawn({ plugs: counted(), origin: publicOrigin, translator }));
  if (drawn === 0) return { lines: ['No charging point is offered there, so no label was created.'], isWell: false };
  await writeWhole(out, bytes);
  return { lines: [`${out} has ${drawn} ${drawn === 1 ? 'label' : 'labels'}.`] };
}

const isOf = ({ point }: PointRow, brand: string | undefined): boolean => brand === undefined || point.clientId === brand;

async function unknownOf(db: Db, requested: readonly string[], brand: string | undefined): Promise<readonly string[]> {
  const unknown: string[] = [];
  for (const evse of requested) {
    const found = await findPointRow(db, evse);
    if (!found || !isOf(found, brand)) unknown.push(evse);
  }
  return unknown;
}

/** Yields the plugs sorted by EVSE ID. Only one batch is in memory at a time. */
async function* plugsOf(db: Db, requested: readonly string[], brand: string | undefined): AsyncGenerator<LabelPlug> {
  for await (const rows of requested.length > 0 ? named(db, requested) : all(db)) {
    const points = rows.filter(row => isOf(row, brand)).map(({ point }) => point);
    yield* await labelPlugs(db, points);
  }
}

async function* named(db: Db, requested: readonly string[]): AsyncGenerator<readonly PointRow[]> {
  for (const compact of [...new Set(requested.map(compactId))].sort()) {
    const found = await findPointRow(db, compact);
    if (found) yield [found];
  }
}

async function* all(db: Db): AsyncGenerator<readonly PointRow[]> {
  let after: string | undefined;
  for (;;) {
    const rows = await listPointRows(db, { limit: POINTS_AT_ONCE, after });
    yield rows;
    after = rows.at(-1)?.point.evseId;
    if (rows.length < POINTS_AT_ONCE) return;
  }
}

export const QR = command<QrValues>({
  does: 'Create printable QR labels, one for each plug of these points or of all: brand, EVSE ID and the code of its page',
  isLocal: true,
  fields: {
    evses: field('[evse …]', parsed(typed => typed.split(' ').filter(Boolean)).default([])),
    brand: field('[--brand <client>]', Joi.string().empty('')),
    out: field('--out <file.pdf>', Joi.string().required(), 'Missing --out. Use --out labels.pdf.'),
  },
  run: drawLabels,
});
