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
 * What says how much was charged is never refused for its form: a station would only send the same again, and in the end throw
 * it away. What is usable of it is read in messages/ (OCPP 1.6 §4.7, §4.8, §4.10).
 */
const MONEY = new Set(
  ['StartTransaction', 'StopTransaction', 'MeterValues', 'TransactionEvent'].map(action => `urn:${action}.req`),
);

/** What we ask stations. How they put their answers is as free as what they tell of money. */
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

/** The library's validators for 2.1 look for other names than its own schemas of 2.1 have. */
const known = ({ $id, ...schema }: Schema): Schema => ({
  ...schema,
  $id: $id.replace(/Request$/, '.req').replace(/Response$/, '.conf'),
});

/** One for each version: strict for all that we send, and for what stations send beside money. */
export function createValidators() {
  const require = createRequire(import.meta.url);
  const { createValidator } = openLibrary();
  return PROTOCOLS.map(protocol => {
    const strict = createValidator(protocol, (require(SCHEMAS[protocol]) as Schema[]).map(known));
    // Else it prints a line about each schema at its first use.
    strict._ajv.opts.strictTypes = false;
    const validate = strict.validate.bind(strict);
    strict.validate = (id, message) => {
      if (MONEY.has(id) || CALLED_ACTIONS.has(id)) return typeof message === 'object' && message !== null;
      // A message that has no schema is answered as one that nobody knows, not as one that is wrong.
      return strict._ajv.getSchema(id) === undefined || validate(id, message);
    };
    return strict;
  });
}
