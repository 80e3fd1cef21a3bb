import escapeHtml from 'escape-html';
import type { Counts } from '../../core/ports/backend.ts';
import type { Checked } from './checks.ts';

/** The content of /status. */
export interface Status {
  summary: { status: 'up' | 'down'; build: string; uptimeS: number };
  /** Null if the request does not contain the token. */
  details: { version: string; dependencies: readonly Checked[]; forwardedUntrusted: boolean; counts: Partial<Counts> } | null;
}

interface StatusPage {
  status: Status;
  nonce: string;
  /** True if a wrong token was typed. */
  isRefused: boolean;
  /** False if no token is configured. The page then never shows details. */
  hasToken: boolean;
  /** The recommended action for each kind of alert. */
  advice: Readonly<Record<string, string>>;
}

type Cell = string | number | null | undefined;

/**
 * Renders /status as HTML. It has no script and depends on as little of the app as possible, because it is read when parts of
 * the app fail.
 */
export function statusPage({ status: { summary, details }, nonce, isRefused, hasToken, advice }: StatusPage): string {
  const title = titleOf({ summary, details });
  const body = details
    ? [attentionOf(details.counts, advice), ...checksOf(details), ...sourcesOf(details.counts), ...workOf(details.counts)]
    : [hasToken ? tokenForm(isRefused) : '<p>Set STATUS_TOKEN to see more than this.</p>'];
  const version = details ? `Version ${text(details.version)}, build` : 'Build';
  const process = `<p>${version} ${text(summary.build)}, running for ${text(duration(summary.uptimeS))}</p>`;
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">' +
    '<meta name="robots" content="noindex"><meta name="color-scheme" content="light dark">' +
    `<title>${title} – Status</title><style nonce="${text(nonce)}">${STYLE}</style></head>` +
    `<body><main><h1 class="${summary.status}">${title}</h1>${process}${body.join('')}</main></body></html>`
  );
}

function titleOf({ summary, details }: Status): string {
  if (summary.status === 'down') return 'A dependency is down';
  const isDegraded = details?.dependencies.some(({ degraded }) => degraded != null) ?? false;
  const needsAttention = details !== null && (isDegraded || details.forwardedUntrusted || (details.counts.attention ?? 0) > 0);
  return needsAttention ? 'Working, with open issues' : 'Everything works';
}

const text = (value: Cell): string => escapeHtml(value == null ? '–' : String(value));

const tokenForm = (isRefused: boolean): string =>
  (isRefused ? '<p class="down" role="alert" id="refused">Wrong token. Enter the value of STATUS_TOKEN.</p>' : '') +
  '<form method="post" action="/status"><label for="token">Token (STATUS_TOKEN)</label>' +
  `<input id="token" name="token" type="password" autocomplete="current-password" required${isRefused ? ' aria-invalid="true" aria-describedby="refused"' : ''}>` +
  '<button>Show details</button></form>';

const section = (heading: string, content: string): string => `<section><h2>${text(heading)}</h2>${content}</section>`;

function table(heads: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const head = heads.map(name => `<th scope="col">${text(name)}</th>`).join('');
  const lines = rows.map(([first, ...rest]) => {
    const cells = rest.map(cell => `<td>${text(cell)}</td>`).join('');
    return `<tr><th scope="row">${text(first)}</th>${cells}</tr>`;
  });
  return `<div class="wide" role="region" aria-label="${text(heads[0])}" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${lines.join('')}</tbody></table></div>`;
}

function attentionOf({ attention = 0, attentionKinds = {} }: Partial<Counts>, advice: StatusPage['advice']): string {
  if (attention === 0) return section('Open alerts', '<p>None.</p>');
  const rows = Object.entries(attentionKinds).map(([kind, number]) => [
    kind,
    number,
    Object.hasOwn(advice, kind) ? advice[kind] : '',
  ]);
  const hint = '<p>Affected orders: <code>npm run operator -- attention</code></p>';
  return section('Open alerts', table(['Kind', 'Open', 'What to do'], rows) + hint);
}

function checksOf({ dependencies, forwardedUntrusted }: NonNullable<Status['details']>): string[] {
  const rows = dependencies.map(({ name, status, latencyMs, degraded, ...facts }) => {
    const state = status === 'up' && degraded != null ? 'up, degraded' : status;
    return [name, state, degraded, factsInWords(facts), `${latencyMs} ms`];
  });
  const warning =
    '<p class="down">A request came with X-Forwarded-For from an address that TRUST_PROXY does not trust. With a proxy in front, all visitors have its address and share their limits: set TRUST_PROXY to the addresses or the number of the proxies. Without a proxy, the header was forged and is ignored.</p>';
  return [
    section('Checks', table(['Check', 'State', 'Problem', 'Details', 'Duration'], rows) + (forwardedUntrusted ? warning : '')),
  ];
}

const factsInWords = (facts: Readonly<Record<string, Cell>>): string =>
  Object.entries(facts)
    .filter(([, value]) => value != null)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

function sourcesOf({ connections = {}, chargePoints }: Partial<Counts>): string[] {
  const rows = Object.entries(connections).map(([name, { failingS, openStarts, awaitedCdrs, modules }]) => {
    const failing = Object.entries(modules).flatMap(([module, { failingSince }]) =>
      failingSince === null ? [] : [`${module} since ${failingSince}`],
    );
    return [name, failingS > 0 ? `failing for ${duration(failingS)}` : 'works', failing.join(', '), openStarts, awaitedCdrs];
  });
  const heads = ['Connection', 'State', 'Failing', 'Open starts', 'Awaited CDRs'];
  return [
    ...(rows.length > 0 ? [section('Connections (OCPI)', table(heads, rows))] : []),
    ...(chargePoints ? [section('Stations (OCPP)', stationsOf(chargePoints))] : []),
  ];
}

function stationsOf({ known, connected, silent, badlySet, silentS }: NonNullable<Counts['chargePoints']>): string {
  const away = Object.entries(silentS).map(([name, seconds]) => [name, duration(seconds)]);
  return (
    `<p>${known} known, ${connected} connected, ${silent} silent, ${badlySet} misconfigured</p>` +
    (away.length > 0 ? table(['Not connected', 'Silent for'], away) : '')
  );
}

function workOf({ sessions, payments, outbox, unsettledS }: Partial<Counts>): string[] {
  if (!sessions || !payments || !outbox) return [];
  const overdue = Object.entries(outbox.overdueKindsS).map(([kind, seconds]) => [kind, duration(seconds)]);
  const states = [
    ...Object.entries(sessions).map(([state, number]) => ['Session', state, number]),
    ...Object.entries(payments).map(([state, number]) => ['Payment', state, number]),
  ];
  return [
    section(
      'Jobs',
      `<p>${outbox.depth} waiting; the oldest has been due for ${text(duration(outbox.overdueS))}</p>` +
        (overdue.length > 0 ? table(['Job', 'Due for'], overdue) : ''),
    ),
    section(
      'In progress',
      (states.length > 0 ? table(['Object', 'State', 'Number'], states) : '<p>None.</p>') +
        `<p>The oldest hold that is neither captured nor released: ${text(duration(unsettledS ?? 0))}</p>`,
    ),
  ];
}

const UNITS = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
] as const;

/** Formats a duration with its two largest units, for example "3 d 4 h". */
function duration(seconds: number): string {
  const parts: string[] = [];
  let rest = seconds;
  for (const [unit, size] of UNITS) {
    if (rest >= size) parts.push(`${Math.floor(rest / size)} ${unit}`);
    rest %= size;
  }
  return parts.slice(0, 2).join(' ') || `${rest} s`;
}

const STYLE = `
body{margin:0;font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
main{max-width:70rem;margin:0 auto;padding:1.5rem 1rem 3rem}
h1{font-size:1.6rem;margin:0;padding-left:.75rem;border-left:.5rem solid #1a7f37}
h1.down{border-color:#c00}
h2{font-size:1.2rem;margin:2rem 0 .5rem}
.down{font-weight:700}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.4rem .75rem .4rem 0;border-top:1px solid #8888;min-width:4.5rem}
tbody th{font-weight:600}
td{font-variant-numeric:tabular-nums}
label{display:block;font-weight:600;margin-top:1.5rem}
input,button{font:inherit;min-height:2.75rem;padding:.25rem .75rem;margin:.25rem .5rem .25rem 0}
:focus-visible{outline:3px solid;outline-offset:2px}
`;
