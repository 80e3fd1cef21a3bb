/**
 * Common mail domains in the supported countries: name and endings. Real domains that differ by one letter are listed too, so
 * that they are not corrected.
 */
const PROVIDERS: Readonly<Record<string, string>> = {
  gmail: 'com',
  googlemail: 'com',
  icloud: 'com',
  outlook: 'com de fr es it',
  hotmail: 'com de fr it es nl ch dk',
  live: 'com de fr it nl dk at',
  yahoo: 'com de fr it es',
  ymail: 'com',
  msn: 'com',
  me: 'com',
  mac: 'com',
  aol: 'com',
  mail: 'com de',
  email: 'com de',
  gmx: 'de net at ch com',
  web: 'de',
  't-online': 'de hu',
  freenet: 'de',
  arcor: 'de',
  posteo: 'de',
  mailbox: 'org',
  proton: 'me',
  protonmail: 'com',
  orange: 'fr',
  wanadoo: 'fr',
  free: 'fr',
  laposte: 'net',
  sfr: 'fr',
  ziggo: 'nl',
  kpnmail: 'nl',
  xs4all: 'nl',
  planet: 'nl',
  home: 'nl',
  jubii: 'dk',
  stofanet: 'dk',
  freemail: 'hu',
  citromail: 'hu',
  libero: 'it',
  virgilio: 'it',
  tiscali: 'it',
  alice: 'it',
  tin: 'it',
  telefonica: 'net',
  movistar: 'es',
  bluewin: 'ch',
  hispeed: 'ch',
  aon: 'at',
  chello: 'at',
};
const DOMAINS = Object.entries(PROVIDERS).flatMap(([name, ends]) => ends.split(' ').map(end => `${name}.${end}`));
/** Matches domains of mail providers that exist only under `.com`. */
const COM_ONLY = /^(gmail|googlemail|icloud)\.[a-z]+$/;
/** Minimum length of a domain to which a typed domain is corrected. Shorter domains often differ by only one letter. */
const MIN_LENGTH = 6;
/** Minimum length of a domain for correcting two wrong letters. */
const LONG = 10;

/**
 * Returns the address that the driver probably meant: 'ada@gmial.com' → 'ada@gmail.com'.
 * @returns null if the address looks right
 */
export function meantAddress(typed: string): string | null {
  const [, mailbox = '', domain = ''] = /^([^\s@]+)@([^\s@]+)$/.exec(typed.trim()) ?? [];
  const meant = domain === '' ? null : meantDomain(domain.toLowerCase());
  return meant === null ? null : `${mailbox}@${meant}`;
}

function meantDomain(domain: string): string | null {
  if (DOMAINS.includes(domain)) return null;
  const name = COM_ONLY.exec(domain)?.[1];
  if (name !== undefined) return `${name}.com`;
  const near = DOMAINS.filter(({ length }) => length >= MIN_LENGTH)
    .map(known => ({ known, slips: slipsBetween(domain, known) }))
    .filter(({ known, slips }) => slips <= (known.length >= LONG ? 2 : 1))
    .sort((a, b) => a.slips - b.slips);
  return near[0]?.known ?? null;
}

/** Returns the number of missing, surplus, wrong or swapped letters between two names (optimal string alignment distance). */
function slipsBetween(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, place) => place);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const costs = [(last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1)];
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) costs.push((before[j - 2] ?? 0) + 1);
      row.push(Math.min(...costs));
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
