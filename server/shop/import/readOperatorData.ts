import { DataRefused, type Findings } from '../../core/formats/faults.ts';
import { type Folder, openFolder } from '../../core/formats/folder.ts';
import { readObjects } from '../../core/formats/jsonFiles.ts';
import { checkKwhPrices } from '../../core/formats/kwhPrices.ts';
import { LOCATION } from '../../core/formats/locationSchema.ts';
import { findSales } from '../../core/formats/sales.ts';
import { TARIFF } from '../../core/formats/tariffSchema.ts';
import type { OperatorData } from '../../core/records/records.ts';
import { withChargePoints } from './chargePoints.ts';
import { readClients } from './clientRecords.ts';
import { remarkOnClients } from './clientRemarks.ts';
import { remarkOnCurrencies } from './currencyRemarks.ts';
import { remarkOnFeed } from './feedRemarks.ts';
import { remarkOnPlugs } from './plugRemarks.ts';
import { remarkOnTariffs } from './tariffRemarks.ts';

/**
 * Reads an operator's folder: clients.json, locations/*.json and tariffs/*.json (OCPI 2.2.1), chargePoints.json if there are
 * OCPP charge points, legal texts and logos.
 * @throws DataRefused with the errors of all files. Data is imported completely or not at all
 */
export const readOperatorData = (place: string): Promise<OperatorData> => readFolder(openFolder(place));

/**
 * Reads an operator's folder that is already open.
 * @throws DataRefused
 */
export async function readFolder(folder: Folder): Promise<OperatorData> {
  const findings: Findings = { faults: [], remarks: [] };
  const clients = await readClients({ folder, findings });
  const tariffs = await readObjects({ folder, under: 'tariffs', schema: TARIFF, findings });
  checkKwhPrices({ tariffs, findings });
  const locations = await readObjects({ folder, under: 'locations', schema: LOCATION, findings });
  if (clients === null) throw new DataRefused(findings.faults);

  // If a tariff file is invalid, its tariffs are missing. Errors about unknown tariffs are then left out, because they would only
  // repeat the error of the file.
  const areTariffsWhole = !findings.faults.some(({ file }) => file.startsWith('tariffs/'));
  const sales = findSales({ clients, tariffs, locations, areTariffsWhole, findings });
  const points = await withChargePoints(
    sales.map(({ point }) => point),
    { folder, findings },
  );
  if (findings.faults.length > 0) throw new DataRefused(findings.faults);

  remarkOnClients({ clients, sales, findings });
  remarkOnCurrencies({ clients, sales, findings });
  remarkOnPlugs({ sales, findings });
  remarkOnFeed({ sales, findings });
  remarkOnTariffs({ sales, tariffs, findings });
  const sold = sales.flatMap(({ tariffs: own }) => own.map(({ record }) => record));
  return {
    clients,
    points,
    tariffs: [...new Map(sold.map(record => [`${record.id} ${record.from}`, record])).values()],
    remarks: findings.remarks,
  };
}
