import type { Operating } from '../../../shared/console/operating.ts';
import type { Prices, TariffVersion } from '../../../shared/console/prices.ts';
import type { Site } from '../../../shared/console/stations.ts';
import { BrandLimited } from '../../core/ports/consolePort.ts';
import { operatedOfBrand, pointOfBrand } from '../stations/stationLists.ts';

/**
 * Limits the queries of a person to one brand. Whatever is not listed here belongs to the operator and is refused. The actions are
 * limited by `performAct`.
 * @throws BrandLimited by each query that a person who is limited to a brand may not make
 */
export function operatingOfBrand(all: Operating, brand: string): Operating {
  const refuse = (): never => {
    throw new BrandLimited(brand);
  };
  const getSession: Operating['getSession'] = async request => {
    const session = await all.getSession(request);
    return session?.line.brand === brand ? session : null;
  };
  return {
    listSessions: query => all.listSessions({ ...query, brand }),
    exportSessions: query => all.exportSessions({ ...query, brand }),
    getSession,
    getAgreedTexts: async query => ((await getSession(query)) ? all.getAgreedTexts(query) : null),
    async getBrands({ id = brand }) {
      if (id !== brand) return { brands: [], shown: null };
      const { brands, shown } = await all.getBrands({ id });
      return { brands: brands.filter(each => each.id === brand), shown };
    },
    currentMonth: () => all.currentMonth(),
    async getBook(request) {
      const book = await all.getBook({ ...request, supplier: brand });
      // A payout is one amount for all brands that share an account at the payment provider.
      return book && { ...book, suppliers: book.suppliers.filter(({ id }) => id === brand), payouts: [] };
    },
    async exportLedger(request) {
      // A booking batch closes the period, and its settings belong to the operator.
      if (request.kind === 'extf') return refuse();
      const file = await all.exportLedger({ ...request, supplier: brand });
      return file && 'refused' in file && !file.away ? refuse() : file;
    },
    async getReport(request) {
      const report = await all.getReport({ ...request, supplier: brand });
      return report && { ...report, suppliers: report.suppliers.filter(({ id }) => id === brand) };
    },
    exportReport: request => all.exportReport({ ...request, supplier: brand }),
    async getSites(query) {
      const { trouble, fine } = await all.getSites({ ...query, brand });
      return { trouble: trouble.map(siteOfBrand), fine: { ...fine, lines: fine.lines.map(siteOfBrand) } };
    },
    async listStations(query) {
      const { points, ...stations } = await all.listStations({ ...query, brand });
      return { ...stations, points: points && { ...points, lines: points.lines.map(pointOfBrand) } };
    },
    exportPoints: format => all.exportPoints({ ...format, brand }),
    async getPoint(request) {
      const operated = await all.getPoint({ ...request, brand });
      return operated && operatedOfBrand(operated);
    },
    getFaultPhoto: request => all.getFaultPhoto({ ...request, brand }),
    listLabelLocations: query => all.listLabelLocations({ ...query, brand }),
    listLabels: query => all.listLabels({ ...query, brand }),
    exportLabels: selection => all.exportLabels({ ...selection, brand }),
    getPrices: async query => pricesOfBrand(await all.getPrices({ ...query, brand })),
    calculate: request => all.calculate({ ...request, brand }),
    // The files of an import have all brands, so the import belongs to the operator.
    findLastImport: async () => null,
    listTokens: async () => (await all.listTokens()).filter(token => token.brand === brand),
    preview: request => all.preview(request),
    act: request => all.act(request),
    // The navigation has no overview for this person.
    countAttention: async () => 0,
    getToday: refuse,
    listClosedAttention: refuse,
    listSignedIn: refuse,
    listAudit: refuse,
    exportAudit: refuse,
    exportStations: refuse,
    getStation: refuse,
    getStationSettings: refuse,
    listSecurityEvents: refuse,
    listStationMessages: refuse,
    listStationLogFiles: refuse,
    exportStationLogFile: refuse,
    getConnection: refuse,
    stationAddress: refuse,
    listWebhooks: refuse,
    getWebhook: refuse,
  };
}

const siteOfBrand = (site: Site): Site => ({ ...site, points: site.points.map(pointOfBrand) });

/**
 * Leaves out who changed a price for which reason, and changes that are not approved. Other brands can share the tariff, so only
 * the operator changes it.
 */
function pricesOfBrand({ shown, tariffs, ...prices }: Prices): Prices {
  const withoutChange = <T extends TariffVersion>(version: T): T => ({ ...version, changed: null });
  return {
    ...prices,
    tariffs: tariffs.map(tariff => ({ ...tariff, isWaiting: false })),
    shown: shown && {
      ...withoutChange(shown),
      announced: shown.announced.map(withoutChange),
      waiting: null,
      isEditable: false,
    },
  };
}
