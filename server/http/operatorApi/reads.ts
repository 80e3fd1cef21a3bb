import type { ApiFile, ApiFiles, ApiRead, ApiReads } from '../../../shared/console/api.ts';
import { AUDITED_ACTS, type AuditedAct } from '../../../shared/console/audit.ts';
import type { OperatedFile } from '../../../shared/console/files.ts';
import { MAX_LABEL_POINTS } from '../../../shared/console/labels.ts';
import type { BookFile, ExportRefused } from '../../../shared/console/ledger.ts';
import type { Operating } from '../../../shared/console/operating.ts';

/** The parameters of a path, and the query parameters. Both are validated against the description of the API. */
interface ReadRequest<Query> {
  params: Readonly<Record<string, string>>;
  query: Query;
}
type Reads = {
  readonly [At in ApiRead]: (
    operating: Operating,
    request: ReadRequest<ApiReads[At]['query']>,
  ) => Promise<ApiReads[At]['answer'] | null>;
};
type Files = {
  readonly [At in ApiFile]: (
    operating: Operating,
    request: ReadRequest<ApiFiles[At]>,
  ) => Promise<OperatedFile | BookFile | ExportRefused | null>;
};

/** What each path of the API reads. Null: there is no such object. */
export const READS: Reads = {
  '/overview': operating => operating.getToday(),
  '/overview/attention': async operating => (await operating.getToday()).attention,
  '/sessions': (operating, { query }) => operating.listSessions(query),
  async '/sessions/{number}'(operating, { params }) {
    const session = await operating.getSession({ number: Number(params.number) });
    if (!session) return null;
    const { receiptPath: _, ...more } = session;
    return more;
  },
  '/sessions/{number}/agreed-texts': (operating, { params }) => operating.getAgreedTexts({ number: Number(params.number) }),
  '/points': (operating, { query }) => operating.getSites(query),
  '/points/labels': (operating, { query }) => operating.listLabelLocations(query),
  '/points/{evseId}': (operating, { params }) => operating.getPoint({ evseId: params.evseId ?? '' }),
  '/stations': (operating, { query }) => operating.listStations(query),
  '/stations/{identity}': (operating, { params }) => operating.getStation({ identity: params.identity ?? '' }),
  '/stations/{identity}/settings': (operating, { params }) => operating.getStationSettings({ identity: params.identity ?? '' }),
  '/stations/{identity}/security-events': (operating, { params }) =>
    operating.listSecurityEvents({ identity: params.identity ?? '' }),
  '/stations/{identity}/messages': (operating, { params }) => operating.listStationMessages({ identity: params.identity ?? '' }),
  '/stations/{identity}/log-files': (operating, { params }) => operating.listStationLogFiles({ identity: params.identity ?? '' }),
  '/stations/connections/{name}': (operating, { params, query }) =>
    operating.getConnection({ name: params.name ?? '', ...query }),
  '/tariffs': (operating, { query }) => operating.getPrices(query),
  '/tariffs/last-import': operating => operating.findLastImport(),
  '/tariffs/{tariff}/calculate': (operating, { params, query }) => operating.calculate({ tariff: params.tariff ?? '', ...query }),
  '/ledger/{period}': (operating, { params, query }) => operating.getBook({ period: params.period ?? '', ...query }),
  '/reports/{period}': (operating, { params, query }) => operating.getReport({ period: params.period ?? '', ...query }),
  '/brands': (operating, { query }) => operating.getBrands(query),
  '/audit': (operating, { query }) => operating.listAudit(query),
  '/webhooks': operating => operating.listWebhooks(),
  '/webhooks/{webhook}': (operating, { params }) => operating.getWebhook({ webhook: params.webhook ?? '' }),
};

const DECIMAL = ',';
/** Programs read the names of actions as the audit log stores them. */
const NAMES = Object.fromEntries(Object.keys(AUDITED_ACTS).map(name => [name, name])) as Record<AuditedAct, string>;

/** What each path of the API exports. Null: there is no such object. */
export const FILES: Files = {
  '/points/export': (operating, { query }) => operating.exportPoints({ decimal: DECIMAL, ...query }),
  '/stations/export': (operating, { query }) => operating.exportStations({ decimal: DECIMAL, ...query }),
  async '/points/labels/export'(operating, { query: { location } }) {
    const file = await operating.exportLabels({ locations: [location], plugs: [] });
    return file === 'too-many' ? { refused: `The location has more than ${MAX_LABEL_POINTS} charging points.` } : file;
  },
  '/points/faults/{report}/photo': (operating, { params }) => operating.getFaultPhoto({ report: params.report ?? '' }),
  '/stations/{identity}/log-files/{file}': (operating, { params }) =>
    operating.exportStationLogFile({ identity: params.identity ?? '', file: params.file ?? '' }),
  '/sessions/export': (operating, { query }) => operating.exportSessions({ decimal: DECIMAL, ...query }),
  '/ledger/{period}/export': (operating, { params, query }) =>
    operating.exportLedger({ decimal: DECIMAL, ...query, period: params.period ?? '' }),
  '/reports/{period}/export': (operating, { params, query }) =>
    operating.exportReport({ decimal: DECIMAL, ...query, period: params.period ?? '' }),
  '/audit/export': (operating, { query }) => operating.exportAudit({ decimal: DECIMAL, ...query, names: NAMES }),
};
