import type { OperatorData } from '../records.ts';
import { readClients } from './clientRecords.ts';
import { remarkOnClients } from './clientRemarks.ts';
import { remarkOnCurrencies } from './currencyRemarks.ts';
import { DataRefused, type Findings } from './faults.ts';
import { readObjects } from './jsonFiles.ts';
import { checkKwhPrices } from './kwhPrices.ts';
import { LOCATION } from './locationSchema.ts';
import { remarkOnPlugs } from './plugRemarks.ts';
import { findSales } from './sales.ts';
import { remarkOnTariffs } from './tariffRemarks.ts';
import { TARIFF } from './tariffSchema.ts';

/**
 * Reads an operator's folder: clients.json, locations/*.json and tariffs/*.json (OCPI 2.2.1), legal texts and logos.
 * @throws DataRefused with every fault of every file; nothing is imported by halves.
 */
export async function readOperatorData(folder: string): Promise<OperatorData> {
  const findings: Findings = { faults: [], remarks: [] };
  const clients = await readClients({ folder, findings });
  const tariffs = await readObjects({ folder, under: 'tariffs', schema: TARIFF, findings });
  checkKwhPrices({ tariffs, findings });
  const locations = await readObjects({ folder, under: 'locations', schema: LOCATION, findings });
  if (clients === null) throw new DataRefused(findings.faults);

  // A tariff file with faults is missing here: "unknown tariff" would only repeat what its own fault says.
  const areTariffsWhole = !findings.faults.some(({ file }) => file.startsWith('tariffs/'));
  const sales = findSales({ clients, tariffs, locations, areTariffsWhole, findings });
  if (findings.faults.length > 0) throw new DataRefused(findings.faults);

  remarkOnClients({ clients, sales, findings });
  remarkOnCurrencies({ clients, sales, findings });
  remarkOnPlugs({ sales, findings });
  remarkOnTariffs({ sales, tariffs, findings });
  const sold = sales.flatMap(({ tariffs: own }) => own.map(({ record }) => record));
  return {
    clients,
    points: sales.map(({ point }) => point),
    tariffs: [...new Map(sold.map(record => [`${record.id} ${record.from}`, record])).values()],
    remarks: findings.remarks,
  };
}
