// Options and report that the proofs and `npm run screenshots` share.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isLocale, type Locale } from '../../shared/model/locales.ts';
import { openStages } from '../try/stages.ts';
import { LANGUAGES, type Stage, type VisitSight, walk } from '../try/walk.ts';

const MAX_SHOWN = 40;
const CLIENTS = JSON.parse(readFileSync('demo/clients.json', 'utf8')) as readonly { id: string }[];
const ALL_BRANDS: readonly string[] = CLIENTS.map(({ id }) => id);

/**
 * Parses the options. `--short`: shortens the run. `--brand farnwald` and `--language hu`: restrict the run and can be repeated;
 * `house` is the neutral brand. `--plain`: without JavaScript.
 */
function readOptions(): {
  brands: readonly string[] | undefined;
  languages: readonly Locale[] | undefined;
  hasJavaScript: boolean;
} {
  const { values } = parseArgs({
    options: {
      short: { type: 'boolean', default: false },
      brand: { type: 'string', multiple: true },
      language: { type: 'string', multiple: true },
      plain: { type: 'boolean', default: false },
    },
  });
  return {
    brands: values.brand ?? (values.short ? ['house', 'blaufink'] : undefined),
    languages: values.language?.filter(isLocale) ?? (values.short ? ['de', 'hu'] : undefined),
    hasJavaScript: !values.plain,
  };
}

/**
 * Calls `check` for every page state in every language.
 * @returns the page states, and the faults that the browser reported
 */
export async function visitStages(
  check: VisitSight,
  usual = { languages: LANGUAGES },
): Promise<{ stages: readonly Stage[]; faults: readonly string[] }> {
  const { brands = ALL_BRANDS, languages = usual.languages, hasJavaScript } = readOptions();
  const seen: Stage[] = [];
  const faults: string[] = [];
  // Each brand gets its own app, because the number of orders per visitor is limited.
  for (const brand of brands) {
    const { app, stages, close } = await openStages({ brands: [brand] });
    try {
      faults.push(...(await walk({ origin: app.origin, stages, languages, hasJavaScript, check })));
      seen.push(...stages);
    } finally {
      await close();
    }
  }
  return { stages: seen, faults };
}

export type Found = Record<string, readonly string[]>;

/** Prints the faults by kind and a table of counts. Any fault makes the process fail. */
export function report({ found, rows }: { found: Found; rows: readonly object[] }): void {
  for (const [kind, faults] of Object.entries(found))
    for (const fault of [...new Set(faults)].slice(0, MAX_SHOWN)) console.log(`${kind}: ${fault}`);
  console.table(rows);
  if (Object.values(found).some(faults => faults.length > 0)) process.exitCode = 1;
}
