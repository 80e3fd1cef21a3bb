import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Socket } from 'node:net';
import cookieParser from 'cookie-parser';
import express, { type Express } from 'express';
import { createVatRegister } from '../../../server/adapters/vatRegister/vatRegister.ts';
import { createHolidays } from '../../../server/core/pricing/holidays.ts';
import { api } from '../../../server/http/api/api.ts';
import { createCodeProofs } from '../../../server/http/request/codeProof.ts';
import { createFormTokens } from '../../../server/http/request/formToken.ts';
import { createLog } from '../../../server/http/request/log.ts';
import { fromOurPages } from '../../../server/http/request/origin.ts';
import { answerProblems, sendProblem } from '../../../server/http/request/problems.ts';
import { createProof } from '../../../server/http/request/proof.ts';
import { readVisitor } from '../../../server/http/request/visitor.ts';
import { createOperator, type Operator } from '../../../server/operator/operator.ts';
import { readOperatorData } from '../../../server/shop/import/readOperatorData.ts';
import type { Store } from '../../../server/store/engine/database.ts';
import { openPostgres } from '../../../server/store/engine/postgres.ts';
import { createPostgresChangeFeed } from '../../../server/store/engine/postgresChangeFeed.ts';
import { openSqlite } from '../../../server/store/engine/sqlite.ts';
import { createStore } from '../../../server/store/store.ts';
import { createPeerPayments, createPeerStations, readStation } from './adapters.ts';
import { type BrokenRule, brokenPayments, withGuesses, withoutLooking } from './brokenRules.ts';
import { createKillSwitch, type KillAt } from './killPoints.ts';
import { connectCpo, cpoAddress, createProofOcpi } from './ocpiStations.ts';
import { createProofOcpp, type OcppPlan, plugAddress } from './ocppStations.ts';
import { shopOf } from './shop.ts';
import { type ProofTime, proofClock } from './time.ts';

/** Options of one app process of the proof. processes.ts starts it. */
export interface ProofAppOptions {
  port: number;
  time: ProofTime;
  /** Path of an SQLite file, or the URL of a PostgreSQL database. */
  database: string;
  payments: string;
  stations: string;
  /** Base URL at which the CPO reaches the app; null: the proof has no CPO. */
  ocpiBase: string | null;
  /**
   * Settings of the OCPP stations; null: no station connects by OCPP. If `ocpiBase` is null too, the app calls the process of
   * the fake stations directly.
   */
  ocpp: OcppPlan | null;
  secret: string;
  noticeSecret: string;
  broken: BrokenRule;
  points: number;
  /** True for the first process, which creates the schema and imports the points. */
  isFirst: boolean;
}

/**
 * Starts the app with its real `Operator`, database and JSON interface, but connected to fake servers. Kill points are inserted
 * at which the process can be killed.
 */
async function startApp(options: ProofAppOptions): Promise<void> {
  const log = createLog({ level: 'warn' });
  const killSwitch = createKillSwitch();
  const store = await openStore(options);
  const killableStore = killSwitch.store(options.broken === 3 ? withoutLooking(store) : store);
  const clock = proofClock(options.time);
  const parts = { store: killableStore, clock, secret: options.secret, operator: () => operator };
  const ocpi = options.ocpiBase === null ? null : createProofOcpi({ ...parts, baseUrl: options.ocpiBase });
  const ocpp = options.ocpp && createProofOcpp({ ...parts, port: options.port, plan: options.ocpp, warn: log.warn });
  const stations = ocpi?.stations ?? ocpp?.stations ?? createPeerStations(options.stations);
  const payments = createPeerPayments(options.payments);
  const operator: Operator = createOperator({
    store: killableStore,
    clock,
    secret: options.secret,
    origin: '',
    linkOrigin: '',
    payments: killSwitch.payments(brokenPayments(payments, options.broken)),
    stations: killSwitch.stations(options.broken === 2 ? withGuesses(stations) : stations),
    holidays: createHolidays(),
    translator: (_, key) => key,
    mail: { send: async () => undefined },
    vatRegister: createVatRegister(),
    ...(ocpp ? { processId: ocpp.processId } : {}),
    logEvent(event, facts) {
      const reason = String(facts.reason);
      // It is no fault of the app if an OCPP station refuses to stop.
      const isOutside = OUTSIDE.includes(reason) || (ocpp !== null && reason === 'refused');
      if (FAILURES.includes(event) && !isOutside) log.warn(event, facts);
    },
  });
  const addressOf = (ocpi && cpoAddress) ?? (ocpp && plugAddress);
  if (options.isFirst) await operator.importData(shopOf(await readOperatorData('demo'), options.points, addressOf));
  if (options.isFirst && ocpp) await ocpp.addStations();
  if (options.isFirst && ocpi) await connectCpo({ store, clock, secret: options.secret, origin: options.stations });
  const app = express();
  app.use(log.requests);
  app.post('/arm', express.json(), (request, response) => {
    killSwitch.arm(request.body as KillAt);
    response.end();
  });
  if (ocpi) app.use('/ocpi', ocpi.router);
  receiveNotices(app, operator, options);
  visit(app, operator, { log, secret: options.secret });
  const { signal } = new AbortController();
  void operator.run(signal);
  void ocpi?.run(signal);
  void ocpp?.run(signal);
  const server = app.listen(options.port, '127.0.0.1', () => process.send?.({ isOpen: true }));
  if (ocpp) server.on('upgrade', (request, socket, head) => ocpp.upgrade(request, socket as Socket, head));
}

const FAILURES: readonly string[] = ['job failed, retrying', 'scheduled check failed, retrying'];
/** Failure reasons that other systems cause. Every other reason is a fault of the app. */
const OUTSIDE: readonly string[] = ['unknown', 'still held', 'ProviderUnavailable', 'ProviderFailed', 'DatabaseUnavailable'];

async function openStore({ database, isFirst }: ProofAppOptions): Promise<Store> {
  const isPostgres = database.startsWith('postgres:');
  const db = isPostgres ? openPostgres(database) : openSqlite(database);
  const store = isPostgres ? createStore(db, createPostgresChangeFeed({ db, listenUrl: database })) : createStore(db);
  if (isFirst) await store.migrate();
  return store;
}

/**
 * Receives the webhooks of the fake payment provider and the reports of the fake stations. A webhook must be signed. It only
 * names a payment, which the app then reads.
 */
function receiveNotices(app: Express, operator: Operator, { noticeSecret }: ProofAppOptions): void {
  app.post('/notices', express.text({ type: 'application/json' }), async (request, response) => {
    const body = String(request.body);
    const expected = createHmac('sha256', noticeSecret).update(body).digest('hex');
    const given = String(request.get('signature') ?? '').padEnd(expected.length);
    if (given.length !== expected.length || !timingSafeEqual(Buffer.from(given), Buffer.from(expected)))
      return void response.status(400).end();
    await operator.onProviderNotice(String((JSON.parse(body) as { ref?: unknown }).ref)).catch(() => undefined);
    response.json(null);
  });
  app.post('/reports', express.json({ limit: '1mb' }), async (request, response) => {
    const station = readStation(request.body as object);
    if (station) await operator.report(station.authorizationReference, station);
    response.json(null);
  });
}

function visit(app: Express, operator: Operator, { log, secret }: { log: ReturnType<typeof createLog>; secret: string }): void {
  const formTokens = createFormTokens({ secret });
  app.use(cookieParser(), readVisitor({ publicOrigin: null }), express.json({ limit: '16kb' }));
  app.use(fromOurPages(createProof({ backend: operator, formTokens })));
  // Every visitor counts as a different network, so that the rate limits have no effect.
  const codeProofs = createCodeProofs({ secret, isSecure: false });
  app.use(
    api({
      backend: operator,
      formTokens,
      codeProofs,
      search: async () => [],
      enablePush: async () => ({}),
      requestNotice: async () => ({ until: '' }),
      visitorId: () => randomUUID(),
      isSecure: false,
    }),
  );
  app.use(
    answerProblems({
      log,
      showProblem: async (response, problem) => sendProblem(response, problem),
      reportUnavailable: () => undefined,
    }),
  );
}

// Ends with the parent process, so that no process remains if the proof is aborted.
process.once('disconnect', () => process.exit());
await startApp(JSON.parse(process.env.PROOF_APP ?? '{}') as ProofAppOptions);
