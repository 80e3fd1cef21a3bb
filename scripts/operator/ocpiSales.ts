import { createCatalogue } from '../../server/shop/catalogue/pushedLocations.ts';
import type { CommandOutput } from '../../server/staff/acts/act.ts';
import type { CommandDependencies } from '../../server/staff/commands/commands.ts';
import type { Ocpi } from '../../server/stations/ocpi/ocpi.ts';
import { countPointsOf } from '../../server/store/shop/points.ts';
import { remarkLines, soldRemarkLines } from './saleRemarks.ts';

interface SaleOptions {
  name: string;
  isAll: boolean;
}

const catalogueOf = ({ store, now }: CommandDependencies) => createCatalogue({ store, clock: { now: () => now } });

/**
 * Counts the EVSEs of a connection that can be offered to drivers, and lists why the remaining ones cannot. One line per reason;
 * with `isAll`, one per object.
 */
export async function countOffered(
  dependencies: CommandDependencies,
  { name, isAll }: SaleOptions,
): Promise<{ lines: readonly string[] }> {
  const source = `ocpi:${name}`;
  const refused = await catalogueOf(dependencies).listRefused(source);
  const points = await countPointsOf(dependencies.store.db, source);
  const hint = refused.length > 0 && !isAll ? `; \`ocpi pull ${name} --all\` lists each` : '';
  return {
    lines: [
      ...(isAll ? refused.map(({ path, reason }) => `not offered: ${path}: ${reason}`) : remarkLines(name, refused)),
      `${points} points of ${name} can be offered, ${refused.length} remarks on others${hint}.`,
    ],
  };
}

/**
 * Downloads the complete catalogue of a connection. Lists warnings about objects that are offered to drivers, and the objects
 * that cannot be offered.
 */
export async function pulled(ocpi: Ocpi, dependencies: CommandDependencies, options: SaleOptions): Promise<CommandOutput> {
  const isWhole = await ocpi.pullCatalogue(options.name);
  const { lines } = await countOffered(dependencies, options);
  const remarks = await catalogueOf(dependencies).listRemarks(`ocpi:${options.name}`);
  const end = isWhole ? [] : ['The list is incomplete. The running app pulls it again within the hour.'];
  return { lines: [...soldRemarkLines(remarks, options.isAll), ...lines, ...end], ...(isWhole ? {} : { isWell: false }) };
}
