import { describe, expect, it } from '@jest/globals';
import { readConfig } from '../../server/config/config.ts';

const SETTINGS = { DATA_DIR: 'data', SECRET: 's'.repeat(32), BACKEND: 'upstream', METADATA_PATH: '/transactions/metadata' };
const LIVE = { ...SETTINGS, PUBLIC_ORIGIN: 'https://receipts.example', API_BASE_URL: 'https://api.example/v1/' };

describe('The settings of a foreign service', () => {
  it('are enough to go live: no database, no operator data, no mail, no demo', () => {
    const { DATA_DIR: _, ...live } = LIVE;
    const { upstream, isDemo, logoHosts } = readConfig({
      ...live,
      API_TOKEN: 'a-token',
      LOGO_HOSTS: 'CDN.example, img.example:8443',
    });
    expect(upstream).toEqual({
      baseUrl: 'https://api.example/v1',
      metadataPath: '/transactions/metadata',
      token: 'a-token',
      clientNames: {},
    });
    expect(logoHosts).toEqual(['cdn.example', 'img.example:8443']);
    expect(isDemo).toBe(false);
  });

  it('may name the operators', () => {
    const { upstream } = readConfig({ ...LIVE, CLIENT_NAMES: 'lindau=Stadtwerke Lindau, see-1 = Seewerk am See' });
    expect(upstream?.clientNames).toEqual({ lindau: 'Stadtwerke Lindau', 'see-1': 'Seewerk am See' });
  });

  it('are no demo without a public address either', () => {
    const { PUBLIC_ORIGIN: _, ...local } = LIVE;
    expect(readConfig(local)).toMatchObject({ isDemo: false, publicOrigin: null });
  });

  it('are not read where our own operator answers', () => {
    expect(readConfig({ ...LIVE, BACKEND: 'embedded', DEMO: '1', OPERATOR_DATA: 'demo' }).upstream).toBeNull();
  });

  it('are told all at once when they are missing', () => {
    const broken = () => readConfig({ BACKEND: 'upstream', PUBLIC_ORIGIN: 'https://receipts.example' });
    for (const name of ['API_BASE_URL', 'METADATA_PATH', 'SECRET']) expect(broken).toThrow(`"${name}" is required`);
  });

  it.each([
    { API_BASE_URL: 'ftp://api.example' },
    { API_BASE_URL: 'https://user:password@api.example' },
    { API_BASE_URL: 'https://api.example/?key=1' },
    { METADATA_PATH: 'metadata' },
    { METADATA_PATH: '//elsewhere.example/metadata' },
    { METADATA_PATH: '/metadata?all' },
    { BACKEND: 'theirs' },
    { CLIENT_NAMES: 'Stadtwerke Lindau' },
    { CLIENT_NAMES: 'lindau=' },
  ])('are refused as %j', setting => {
    expect(() => readConfig({ ...LIVE, ...setting })).toThrow(Object.keys(setting)[0]);
  });
});
