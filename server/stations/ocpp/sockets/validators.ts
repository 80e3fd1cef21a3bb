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
 * Messages about charged energy are never refused for their form. A station would send the same message again, and finally
 * discard it. The usable parts are read in messages/ (OCPP 1.6 §4.7, §4.8, §4.10).
 */
const MONEY = new Set(
  ['StartTransaction', 'StopTransaction', 'MeterValues', 'TransactionEvent'].map(action => `urn:${action}.req`),
);

/** The app's requests. The form of the responses is not checked either. */
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
    ],
  ].map(action => `urn:${action}.conf`),
);

/** The library's validators for 2.1 expect other names than the library's own schemas of 2.1 have. */
const known = ({ $id, ...schema }: Schema): Schema => ({
  ...schema,
  $id: $id.replace(/Request$/, '.req').replace(/Response$/, '.conf'),
});

/**
 * Creates one validator for each version. All messages of the app, and the messages of stations that are not about money, are
 * checked strictly.
 */
export function createValidators() {
  const require = createRequire(import.meta.url);
  const { createValidator } = openLibrary();
  return PROTOCOLS.map(protocol => {
    const strict = createValidator(protocol, (require(SCHEMAS[protocol]) as Schema[]).map(known));
    // Otherwise the schema validator prints a line about each schema at the first use.
    strict._ajv.opts.strictTypes = false;
    const validate = strict.validate.bind(strict);
    strict.validate = (id, message) => {
      if (MONEY.has(id) || CALLED_ACTIONS.has(id)) return typeof message === 'object' && message !== null;
      // A message without a schema gets NotImplemented from its handler, not a format error.
      return strict._ajv.getSchema(id) === undefined || validate(id, message);
    };
    return strict;
  });
}
