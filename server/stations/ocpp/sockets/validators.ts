import { createRequire } from 'node:module';
import { PROTOCOLS, type Protocol } from '../chargePoints/versions.ts';
import { openLibrary } from './library.ts';

interface Schema {
  $id: string;
}

const SCHEMAS: Readonly<Record<Protocol, string>> = {
  'ocpp1.6': 'ocpp-rpc/lib/schemas/ocpp1_6.json',
  'ocpp2.0.1': 'ocpp-rpc/lib/schemas/ocpp2_0_1.json',
  'ocpp2.1': 'ocpp-rpc/lib/schemas/ocpp2_1.json',
};

/**
 * Messages about transactions are accepted even if their format is invalid, because the station would repeat a refused message
 * and finally discard it. The code in messages/ reads the usable parts (OCPP 1.6 §4.7, §4.8, §4.10).
 */
const MONEY = new Set(
  ['StartTransaction', 'StopTransaction', 'MeterValues', 'TransactionEvent'].map(action => `urn:${action}.req`),
);

/** Accepted even if its free text is too long, because a refused event would be lost. */
const SECURITY_EVENT = 'urn:SecurityEventNotification.req';

/** Actions that the app calls. The format of the stations' responses is not checked. */
const CALLED_ACTIONS = new Set(
  [
    ...['RemoteStartTransaction', 'RemoteStopTransaction', 'UnlockConnector', 'TriggerMessage', 'GetConfiguration'],
    ...['ChangeConfiguration', 'RequestStartTransaction', 'RequestStopTransaction', 'GetTransactionStatus'],
    ...[
      'GetVariables',
      'SetVariables',
      'CostUpdated',
      'SetDisplayMessage',
      'NotifyWebPaymentStarted',
      'Reset',
      'ChangeAvailability',
      'GetBaseReport',
      'GetDiagnostics',
      'GetLog',
      'UpdateFirmware',
      'SignedUpdateFirmware',
      'SetChargingProfile',
      'ClearChargingProfile',
    ],
  ].map(action => `urn:${action}.conf`),
);

/** Renames a schema of the library. Its validators for OCPP 2.1 expect other names than its own schemas for 2.1 have. */
const known = ({ $id, ...schema }: Schema): Schema => ({
  ...schema,
  $id: $id.replace(/Request$/, '.req').replace(/Response$/, '.conf'),
});

/**
 * Creates one validator per OCPP version. It strictly checks all messages of the app, and those messages of stations that are
 * not about transactions.
 */
export function createValidators() {
  const require = createRequire(import.meta.url);
  const { createValidator } = openLibrary();
  return PROTOCOLS.map(protocol => {
    const strict = createValidator(protocol, (require(SCHEMAS[protocol]) as Schema[]).map(known));
    // Without this, the validator prints a line about each schema when it is first used.
    strict._ajv.opts.strictTypes = false;
    const validate = strict.validate.bind(strict);
    strict.validate = (id, message) => {
      if (MONEY.has(id) || id === SECURITY_EVENT || CALLED_ACTIONS.has(id))
        return typeof message === 'object' && message !== null;
      // A message without a schema passes, so that its handler responds with NotImplemented instead of a format error.
      return strict._ajv.getSchema(id) === undefined || validate(id, message);
    };
    return strict;
  });
}
