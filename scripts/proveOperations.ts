// npm run prove:operations            deploys and disasters with real processes; what is expected, and what was seen
// npm run prove:operations -- --only=NAME, or --short for those that are cheap enough for every change
// npm run prove:operations -- --broken  injects one fault into each: every rehearsal has to find its own
// Ends with an error when something broke, or when an injected fault was not found.
import { parseArgs } from 'node:util';
import { REHEARSALS } from '../test/proof/operations/rehearsals.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    short: { type: 'boolean', default: false },
    broken: { type: 'boolean', default: false },
  },
});
const isChosen = (name: string, isShort: boolean) =>
  values.only === undefined ? isShort || !values.short : values.only.split(',').includes(name);
const chosen = Object.entries(REHEARSALS).filter(([name, { isShort }]) => isChosen(name, isShort));
if (chosen.length === 0) throw new Error(`--only is one of: ${Object.keys(REHEARSALS).join(', ')}`);

const shown: object[] = [];
for (const [name, { does, fault, run }] of chosen) {
  console.log(`— ${name}: ${does}${values.broken ? `; injected: ${fault}` : ''}`);
  const beganAt = performance.now();
  const findings = await run({ isBroken: values.broken, tell: line => console.log(`  ${line}`) });
  console.table(findings.map(({ expected, seen, isSo }) => ({ expected, seen, '': isSo ? 'ok' : 'BROKEN' })));
  const broken = findings.filter(({ isSo }) => !isSo).length;
  const isFine = values.broken ? broken > 0 : broken === 0;
  if (!isFine) process.exitCode = 1;
  const seconds = Math.round((performance.now() - beganAt) / 1000);
  shown.push({ rehearsal: name, expectations: findings.length, broken, seconds, '': verdict(isFine) });
}
console.table(shown);

function verdict(isFine: boolean): string {
  if (values.broken) return isFine ? 'the fault was found' : 'THE FAULT WAS NOT FOUND';
  return isFine ? 'ok' : 'BROKEN';
}
