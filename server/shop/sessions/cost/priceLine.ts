import { formatMicro, formatMoney, type Region } from '../../../../shared/figures/format.ts';
import { priceWords, type Translate, wholePrice } from '../../../../shared/price/priceWords.ts';
import { type PriceTableInput, priceTable } from '../../../core/pricing/priceTable.ts';

/** Maximum length of a message on a station's display in all versions of OCPP. */
const MAX_LENGTH = 512;

/** Writes the current prices in one line: "Energy: €0.59 per kWh; … All prices include VAT." Translation keys: tariff.* */
export function priceLine(input: PriceTableInput & { region: Region; translate: Translate }): string {
  const { region, translate, tariff } = input;
  const voice = {
    translate,
    unitPrice: (micro: number) => formatMicro(micro, tariff.currency, region),
    money: (minor: number) => formatMoney(minor, tariff.currency, region),
  };
  const parts = priceWords(priceTable(input).now, voice)
    .filter(({ price }) => price !== null)
    .map(words => `${words.label}: ${wholePrice(words)}`);
  const line = `${parts.join('; ')}. ${translate('tariff.inclVat')}`;
  return line.length <= MAX_LENGTH ? line : `${line.slice(0, MAX_LENGTH - 1)}…`;
}
