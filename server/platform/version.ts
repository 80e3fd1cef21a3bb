import manifest from '../../package.json' with { type: 'json' };

/** The version of the app, as package.json and CHANGELOG.md name it. */
export const VERSION: string = manifest.version;
