// npm run prove:cluster: HAProxy, three processes of the app, PgBouncer, and PostgreSQL with Patroni and etcd on loopback, with the
// files of deploy/cluster. Under load, 10 primaries and 20 processes are killed, the network to the database is cut three times for
// 30 s, and PgBouncer and HAProxy are reloaded. No paid order and no session may be lost, and each is billed once by its meter.
// Options: --primaries=N --processes=N --cuts=N --stations=N --seed=WORD.
import { parseArgs } from 'node:util';
import { TROUBLES } from '../../test/proof/cluster/events.ts';
import { missingPackages } from '../../test/proof/cluster/programs.ts';
import { proveCluster } from '../../test/proof/cluster/proof.ts';

const { values } = parseArgs({
  options: {
    primaries: { type: 'string', default: '10' },
    processes: { type: 'string', default: '20' },
    cuts: { type: 'string', default: '3' },
    stations: { type: 'string', default: '24' },
    seed: { type: 'string', default: 'cluster' },
  },
});
// Everything that was started ends with this process, one listener for each program.
process.setMaxListeners(30);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const missing = missingPackages();
if (missing.length > 0) {
  console.log(`Not tried, because packages are missing. On Debian 12: apt-get install -y ${missing.join(' ')}`);
  process.exit(1);
}
const beganAt = performance.now();
const { happened, findings } = await proveCluster({
  primaries: Number(values.primaries),
  processes: Number(values.processes),
  cuts: Number(values.cuts),
  stations: Number(values.stations),
  seed: values.seed,
  print: line => console.log(`${((performance.now() - beganAt) / 1000).toFixed(0).padStart(5)} s  ${line}`),
});
const highest = (list: readonly number[]): number => Number(Math.max(0, ...list).toFixed(1));
console.table(
  TROUBLES.map(trouble => {
    const all = happened.filter(each => each.trouble === trouble);
    return {
      trouble,
      times: all.length,
      'answered, s': highest(all.map(({ answeredS }) => answeredS)),
      'as wished, s': highest(all.map(({ grantedS }) => grantedS)),
      'primary, s': highest(all.map(({ primaryS }) => primaryS)),
      'PgBouncer, s': highest(all.map(({ poolerS }) => poolerS)),
      'ready, s': highest(all.map(({ readyS }) => readyS)),
      'stations, s': highest(all.map(({ stationsS }) => stationsS)),
      'listening, s': highest(all.map(({ listeningS }) => listeningS)),
    };
  }),
);
console.table(findings.map(({ expected, seen, isSo }) => ({ expected, seen, '': isSo ? 'ok' : 'WRONG' })));
if (findings.some(({ isSo }) => !isSo)) process.exitCode = 1;
