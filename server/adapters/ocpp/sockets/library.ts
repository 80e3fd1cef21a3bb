import library from 'ocpp-rpc';

// A module of the old kind: Node does not see all of its names.
export const { NOREPLY, RPCNotImplementedError, RPCSecurityError, RPCServer, createValidator } = library;
