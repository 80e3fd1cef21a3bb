import { parseArgs } from 'node:util';
import type { Rehearsal } from '../../test/proof/operations/findings.ts';
import { rehearse } from '../../test/proof/operations/rehearse.ts';

/** Runs the rehearsals that the command line chooses, with the options that `proveOperations.ts` explains. */
export async function runRehearsals(rehearsals: Readonly<Record<string, Rehearsal>>): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      short: { type: 'boolean', default: false },
      broken: { type: 'boolean', default: false },
      'break-off': { type: 'string' },
    },
  });
  const breakOffAfter = values['break-off'] === undefined ? Number.POSITIVE_INFINITY : Number(values['break-off']);
  const isBrokenOff = Number.isFinite(breakOffAfter);
  const isChosen = (name: string, isShort: boolean) =>
    values.only === undefined ? isShort || !values.short : values.only.split(',').includes(name);
  const chosen = Object.entries(rehearsals).filter(([name, { isShort }]) => isChosen(name, isShort));
  if (chosen.length === 0) throw new Error(`--only is one of: ${Object.keys(rehearsals).join(', ')}`);

  const shown: object[] = [];
  for (const [name, rehearsal] of chosen) {
    const { does, fault } = rehearsal;
    console.log(`— ${name}: ${does}${values.broken ? `; injected: ${fault}` : ''}`);
    const beganAt = performance.now();
    let lines = 0;
    const printLine = (line: string) => {
      console.log(`  ${line}`);
      if (++lines === breakOffAfter) throw new Error('broken off');
    };
    const { findings, isWhole, isTidy } = await rehearse(rehearsal, { isBroken: values.broken, print: printLine });
    if (!isBrokenOff || !isTidy)
      console.table(findings.map(({ expected, seen, isSo }) => ({ expected, seen, '': isSo ? 'ok' : 'BROKEN' })));
    const broken = findings.filter(({ isSo }) => !isSo).length;
    const isFound = values.broken ? isWhole && broken > 0 : broken === 0;
    const isFine = isTidy && (isBrokenOff ? !isWhole : isFound);
    if (!isFine) process.exitCode = 1;
    const seconds = Math.round((performance.now() - beganAt) / 1000);
    shown.push({ rehearsal: name, expectations: findings.length, broken, seconds, '': verdict(isFine) });
  }
  console.table(shown);

  function verdict(isFine: boolean): string {
    if (isBrokenOff) return isFine ? 'broken off, and everything closed' : 'SOMETHING STAYED OPEN, OR IT WAS NOT BROKEN OFF';
    if (values.broken) return isFine ? 'the fault was found' : 'THE FAULT WAS NOT FOUND';
    return isFine ? 'ok' : 'BROKEN';
  }
}
