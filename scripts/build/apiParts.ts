import { API_PROBLEMS, type ApiFile, type ApiProblemCode, type ApiRead } from '../../shared/console/api.ts';

/** Names of the operations that read, which generated clients give to their functions. */
export const READ_NAMES: Readonly<Record<ApiRead | ApiFile, string>> = {
  '/overview': 'getOverview',
  '/overview/attention': 'listAttention',
  '/sessions': 'listSessions',
  '/sessions/export': 'exportSessions',
  '/sessions/{number}': 'getSession',
  '/sessions/{number}/agreed-texts': 'getAgreedTexts',
  '/points': 'listPoints',
  '/points/export': 'exportPoints',
  '/points/labels': 'listLabelLocations',
  '/points/labels/export': 'exportLabels',
  '/points/faults/{report}/photo': 'getFaultPhoto',
  '/points/{evseId}': 'getPoint',
  '/stations': 'listStations',
  '/stations/export': 'exportStations',
  '/stations/{identity}': 'getStation',
  '/stations/{identity}/settings': 'getStationSettings',
  '/stations/{identity}/security-events': 'listSecurityEvents',
  '/stations/{identity}/messages': 'listStationMessages',
  '/stations/{identity}/log-files': 'listStationLogFiles',
  '/stations/{identity}/log-files/{file}': 'exportStationLogFile',
  '/stations/connections/{name}': 'getConnection',
  '/tariffs': 'listTariffs',
  '/tariffs/last-import': 'getLastImport',
  '/tariffs/{tariff}/calculate': 'calculatePrice',
  '/ledger/{period}': 'getLedger',
  '/ledger/{period}/export': 'exportLedger',
  '/reports/{period}': 'getReport',
  '/reports/{period}/export': 'exportReport',
  '/brands': 'listBrands',
  '/audit': 'listAudit',
  '/audit/export': 'exportAudit',
  '/webhooks': 'listWebhooks',
  '/webhooks/{webhook}': 'getWebhook',
};

/** Names of operations for actions whose own names are reserved words of programming languages. */
const RESERVED: Readonly<Record<string, string>> = { switch: 'switchPoint' };

/** Name of the operation of an action, as programming languages write names: 'confirm-refund' becomes 'confirmRefund'. */
export const nameOfAct = (does: string): string =>
  RESERVED[does] ?? does.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Parameters in headers and queries of actions. */
export const PARAMETERS = {
  IdempotencyKey: {
    ...{ name: 'Idempotency-Key', in: 'header', required: false },
    description:
      'Names this action. A second request with the same key and body does nothing. Required unless `preview` is true.',
    schema: { type: 'string', pattern: '^[!-~]{1,64}$' },
  },
  Preview: {
    ...{ name: 'preview', in: 'query', required: false },
    description: 'True: the answer says what the action would do, and nothing is done.',
    schema: { type: 'string', enum: ['true', 'false'] },
  },
  IfMatch: {
    ...{ name: 'If-Match', in: 'header', required: false },
    description:
      'The ETag with which the session was read. The action is refused if the session has changed. Required unless `preview` is true.',
    schema: { type: 'string', pattern: '^"\\d{1,15}"$' },
  },
};
export const parameterRef = (name: keyof typeof PARAMETERS) => ({ $ref: `#/components/parameters/${name}` });

/** Headers of answers. */
export const HEADERS = {
  ETag: { description: 'Version of the object, for `If-Match`.', schema: { type: 'string' } },
  IdempotencyReplayed: {
    description: 'Present if an earlier request with this `Idempotency-Key` has performed the action.',
    schema: { type: 'string', const: 'true' },
  },
  RetryAfter: { description: 'Seconds to wait before the next request.', schema: { type: 'integer' } },
};
export const headerRef = (name: keyof typeof HEADERS) => ({ $ref: `#/components/headers/${name}` });

const FILE_TYPES: Readonly<Partial<Record<ApiFile, readonly string[]>>> = {
  '/ledger/{period}/export': ['text/csv', 'application/zip'],
  '/points/labels/export': ['application/pdf'],
  '/points/faults/{report}/photo': ['image/jpeg'],
  '/stations/{identity}/log-files/{file}': ['application/octet-stream'],
};
/** Content of files. A path without an entry has CSV files. */
export const filesOf = (at: ApiFile): object =>
  Object.fromEntries((FILE_TYPES[at] ?? ['text/csv']).map(type => [type, { schema: { type: 'string' } }]));

/** Paths without a parameter whose object may be missing. */
export const MAY_BE_MISSING: readonly string[] = ['/tariffs/last-import', '/points/labels/export', '/stations/export'];

/** Files that may be refused: booking batches without their settings, and the labels of large locations. */
export const REFUSED_FILES: readonly string[] = ['/ledger/{period}/export', '/points/labels/export'];

/** Problems of every operation. */
const EVERYWHERE: readonly ApiProblemCode[] = [
  ...(['token-missing', 'token-invalid', 'scope-missing', 'invalid-request'] as const),
  ...(['too-many-requests', 'unexpected', 'unavailable'] as const),
];

/**
 * Answers with the problems of every operation and the given ones. Each status is listed, because some generators of clients do
 * not support ranges such as 4XX.
 */
export const problems = (...codes: readonly ApiProblemCode[]): Readonly<Record<string, object>> =>
  Object.fromEntries(
    [...EVERYWHERE, ...codes].map(code => [API_PROBLEMS[code], { $ref: `#/components/responses/Problem${API_PROBLEMS[code]}` }]),
  );

const CODES = Object.entries(API_PROBLEMS);
const WITH_WAIT: readonly number[] = [API_PROBLEMS['too-many-requests'], API_PROBLEMS.unavailable];
const problemResponse = (status: number) => ({
  description: CODES.flatMap(([code, each]) => (each === status ? [code] : [])).join(', '),
  ...(WITH_WAIT.includes(status) ? { headers: { 'Retry-After': headerRef('RetryAfter') } } : {}),
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/ApiProblem' } } },
});

/** Answers with a problem, by status. */
export const RESPONSES = Object.fromEntries(
  [...new Set(Object.values(API_PROBLEMS))]
    .filter(status => status !== API_PROBLEMS['method-not-allowed'])
    .map(status => [`Problem${status}`, problemResponse(status)]),
);
