import manifest from '../../package.json' with { type: 'json' };

/** The version of the app, as in package.json and CHANGELOG.md. */
export const VERSION: string = manifest.version;
