import { type Findings, pathBelow } from '../../core/formats/faults.ts';
import type { OcpiConnector } from '../../core/formats/locationSchema.ts';
import type { Sale } from '../../core/formats/sales.ts';

/** The connector standards of OCPI 2.2.1 §8.4.4, and those that OCPI 2.3.0 adds. */
const STANDARD =
  /^(CHADEMO|CHAOJI|DOMESTIC_[A-O]|GBT_(AC|DC)|IEC_60309_2_(single_16|three_(16|32|64))|IEC_62196_T(1|1_COMBO|2|2_COMBO|3A|3C)|MCS|NEMA_(5_20|6_30|6_50|10_30|10_50|14_30|14_50)|PANTOGRAPH_(BOTTOM_UP|TOP_DOWN)|SAE_J3400|TESLA_[RS])$/;
/** The power types of OCPI 2.2.1 §8.4.19. */
const POWER_TYPE = /^(AC_1_PHASE|AC_2_PHASE|AC_2_PHASE_SPLIT|AC_3_PHASE|DC)$/;

/** Maps common misspellings of connector standards to the standard that is probably meant. */
const MEANT: readonly (readonly [RegExp, string])[] = [
  [/CCS.?1|T(YPE)?_?1_?COMBO/i, 'IEC_62196_T1_COMBO'],
  [/CCS|COMBO/i, 'IEC_62196_T2_COMBO'],
  [/TYPE.?1/i, 'IEC_62196_T1'],
  [/TYPE.?2|MENNEKES/i, 'IEC_62196_T2'],
  [/CHADEMO/i, 'CHADEMO'],
  [/SCHUKO/i, 'DOMESTIC_F'],
];

/** Adds import warnings for unusual values of the connectors in the locations. */
export function remarkOnPlugs({ sales, findings }: { sales: readonly Sale[]; findings: Findings }): void {
  for (const { connectors, where } of sales) {
    for (const [at, connector] of connectors.entries()) {
      for (const [key, reason] of Object.entries(findAnomalies(connector)))
        findings.remarks.push({ file: where.file, path: pathBelow(where.path, ['connectors', at, key]), reason });
    }
  }
}

function findAnomalies({ standard, power_type, tariff_ids }: OcpiConnector): Partial<Record<keyof OcpiConnector, string>> {
  const [first, ...others] = tariff_ids;
  return {
    ...(STANDARD.test(standard) ? {} : { standard: `${standard} is no connector standard of OCPI${hintOn(standard)}` }),
    ...(POWER_TYPE.test(power_type)
      ? {}
      : { power_type: `${power_type} is no power type of OCPI: the plug is shown as AC, its power counted with one phase` }),
    ...(others.length > 0 ? { tariff_ids: `only the first is sold: ${first}. Give prices of other times the same id` } : {}),
  };
}

function hintOn(standard: string): string {
  const meant = MEANT.find(([pattern]) => pattern.test(standard))?.[1];
  return meant === undefined ? ': drivers may read "Other plug"' : `: drivers may read "Other plug". ${meant} is meant?`;
}
