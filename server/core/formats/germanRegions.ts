/**
 * German federal states by postal code. Each entry is valid up to the postal code of the next entry. The table is approximate:
 * near borders one postal code can belong to two states, and small enclaves are missing. The state only decides which public
 * holidays a tariff uses. If this table is used, the import adds a warning; `region` of a location file is exact.
 */
const FIRST_CODES =
  '01000 SN,01945 BB,02000 SN,03000 BB,04000 SN,04600 TH,04640 SN,04895 BB,04940 SN,06000 ST,06556 TH,06579 ST,07000 TH,08000 SN,' +
  '10000 BE,14200 BB,17000 MV,17260 BB,17300 MV,17326 BB,17338 MV,19300 BB,19360 MV,20000 HH,21200 NI,21465 SH,21530 NI,22000 HH,' +
  '22800 SH,23920 MV,24000 SH,26000 NI,27568 HB,27600 NI,28000 HB,28780 NI,29410 ST,29420 NI,32000 NW,34000 HE,34346 NI,' +
  '34356 HE,34414 NW,34440 HE,36404 TH,36470 HE,37000 NI,37200 HE,37300 TH,37400 NI,37671 NW,37690 NI,38486 ST,38490 NI,38820 ST,' +
  '40000 NW,48455 NI,48466 NW,48527 NI,48532 NW,49000 NI,49477 NW,49550 NI,50000 NW,53424 RP,53580 NW,54000 RP,57000 NW,57500 RP,' +
  '57700 NW,60000 HE,63739 BY,63940 HE,65558 RP,65583 HE,66000 SL,66482 RP,66510 SL,66849 RP,68000 BW,68519 HE,68520 BW,68623 HE,' +
  '68650 BW,69483 HE,69490 BW,69509 HE,69520 BW,76726 RP,76900 BW,80000 BY,88000 BW,88131 BY,88180 BW,89231 BY,89500 BW,90000 BY,' +
  '96515 TH,96530 BY,97877 BW,98000 TH';

const STEPS = FIRST_CODES.split(',').map(entry => ({ from: Number(entry.slice(0, 5)), state: entry.slice(6) }));

/** Returns the federal state of a German postal code, such as 'DE-NW'. Null if the text is no German postal code. */
export function germanRegion(postalCode: string): string | null {
  if (!/^\d{5}$/.test(postalCode)) return null;
  const state = STEPS.findLast(({ from }) => from <= Number(postalCode))?.state;
  return state === undefined ? null : `DE-${state}`;
}
