import { createRequire } from 'node:module';

type Library = typeof import('ocpp-rpc');

const require = createRequire(import.meta.url);
export const { RPCNotImplementedError, RPCSecurityError } = require('ocpp-rpc/lib/errors.js') as Library;
export const { NOREPLY } = require('ocpp-rpc/lib/symbols.js') as Library;

/**
 * Loads the whole library, which compiles the schemas of all OCPP versions. That is a seventh of the app's start time, so
 * processes without stations do not call this.
 */
export const openLibrary = (): Pick<Library, 'RPCServer' | 'createValidator'> => require('ocpp-rpc') as Library;
