// npm run prove:webhooks: sends 10,000 events to receivers that fail, delay, drop, redirect and answer at length, from a process
// that is killed 40 times. Each receiver must get each event at least once, with one id, and none of a change that was rolled
// back. With -- --short, fewer events.
import { proveWebhooks } from '../../test/proof/webhooks/proof.ts';

const size = process.argv.includes('--short') ? { events: 600, kills: 4 } : { events: 10_000, kills: 40 };
const { events, kills, repeated, seconds, faults } = await proveWebhooks({ ...size, print: line => console.log(line) });
for (const fault of new Set(faults)) console.log(fault);
console.log(`${events} events, ${kills} kills, ${repeated} repeated, ${seconds.toFixed(0)} s: ${faults.length} faults`);
if (faults.length > 0) process.exitCode = 1;
