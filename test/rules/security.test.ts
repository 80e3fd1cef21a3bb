import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';

const TEXT = readFileSync('docs/security.md', 'utf8');
const sectionOf = (heading: string): string => TEXT.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
const rowsOf = (heading: string): string[] => sectionOf(heading).match(/^\| (?!---|Threat |Finding |Chapter ).*\|$/gm) ?? [];
const testsIn = (text: string): string[] => [...text.matchAll(/`([\w/.-]+\.test\.tsx?)`/g)].map(([, file = '']) => file);

describe('What is said of security', () => {
  it('names tests that are there', () => {
    const named = testsIn(TEXT);
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter(file => !existsSync(file))).toEqual([]);
  });

  it.each(['Threats', 'Vulnerabilities found before'])('has a test in each row of: %s', heading => {
    const rows = rowsOf(heading);
    expect(rows.length).toBeGreaterThan(15);
    expect(rows.filter(row => testsIn(row).length === 0)).toEqual([]);
  });
});

describe('What the app consists of', () => {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
    dependencies: Record<string, string>;
    devDependencies: Record<string, string>;
  };

  it('has exact versions, each with a checksum', () => {
    const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, { integrity?: string; inBundle?: boolean; link?: boolean }>;
    };
    const unsure = Object.entries(packages).filter(
      ([place, { integrity, inBundle, link }]) => place !== '' && !integrity && !inBundle && !link,
    );
    expect(unsure.map(([place]) => place)).toEqual([]);
  });

  it('installs no compiler where only the app runs', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, { dev?: boolean; peerDependencies?: Record<string, string> }>;
    };
    // npm wrongly lists an optional peer dependency for production once the package is installed for development. The lock file
    // must contain no such entry.
    const needed = Object.entries(packages).filter(
      ([place, { dev, peerDependencies }]) =>
        place !== '' && !dev && (/(^|\/)typescript/.test(place) || peerDependencies?.typescript !== undefined),
    );
    expect(needed.map(([place]) => place)).toEqual([]);
  });

  it('is listed in a format that machines read', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'sbom-test-'));
    const file = path.join(folder, 'sbom.json');
    try {
      const env = { ...process.env, NODE_OPTIONS: '' };
      execFileSync(process.execPath, ['scripts/build/sbom.ts', file], { env, stdio: ['ignore', 'ignore', 'pipe'] });
      const bom = JSON.parse(readFileSync(file, 'utf8')) as {
        bomFormat: string;
        components: { name: string; version: string; purl: string; hashes: unknown[] }[];
      };
      expect(bom.bomFormat).toBe('CycloneDX');
      // The key contains the version, because a package that is needed in two versions is listed twice.
      const listed = new Map(bom.components.map(component => [`${component.name}@${component.version}`, component]));
      for (const [name, version] of Object.entries(manifest.dependencies))
        expect(listed.get(`${name}@${version}`)).toMatchObject({
          purl: expect.stringContaining('pkg:npm/'),
          hashes: [expect.anything()],
        });
      expect(bom.components.map(({ name }) => name)).not.toContain('jest');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }, 60_000);
});
