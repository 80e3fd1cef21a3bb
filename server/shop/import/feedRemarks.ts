import type { Findings } from '../../core/formats/faults.ts';
import type { Sale } from '../../core/formats/sales.ts';

/** Adds import warnings for locations that the public feed must leave out (AFIR art. 20(2)), one per location and reason. */
export function remarkOnFeed({ sales, findings }: { sales: readonly Sale[]; findings: Findings }): void {
  const known = new Set<string>();
  for (const { client, point, where } of sales) {
    if (client.feed === 'off') continue;
    const location = where.path.replace(/\.evses\[\d+\].*$/, '');
    const remark = (key: string, reason: string) => {
      const path = `${location}.${key}`;
      if (!known.has(`${where.file} ${path}`)) findings.remarks.push({ file: where.file, path, reason });
      known.add(`${where.file} ${path}`);
    };
    if (!point.coordinates) remark('coordinates', 'missing: the public feed leaves this location out (AFIR art. 20)');
    if (point.helpPhone === null && client.supportPhone === null)
      remark('help_phone', 'missing, also support.phone of the brand: the public feed leaves this location out (AFIR art. 20)');
  }
}
