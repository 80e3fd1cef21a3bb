import { createRequire } from 'node:module';

type Library = typeof import('ocpp-rpc');

const require = createRequire(import.meta.url);
export const { RPCNotImplementedError, RPCSecurityError } = require('ocpp-rpc/lib/errors.js') as Library;
export const { NOREPLY } = require('ocpp-rpc/lib/symbols.js') as Library;

/** All of it compiles the schemas of every version, a seventh of a start: only where charge points connect. */
export const openLibrary = (): Pick<Library, 'RPCServer' | 'createValidator'> => require('ocpp-rpc') as Library;
