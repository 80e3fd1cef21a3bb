import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import type { OcppVersion } from './station.ts';

const FILES: Readonly<Record<OcppVersion, string>> = { '1.6': 'ocpp1_6', '2.0.1': 'ocpp2_0_1', '2.1': 'ocpp2_1' };
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const require = createRequire(import.meta.url);

/** Renames the schemas of OCPP 2.1 in the style of earlier versions, because some of their names are no URNs. */
const named = (schema: { $id: string }) => ({
  ...schema,
  $id: schema.$id
    .replace('urn:', '')
    .replace(/Request$/, '.req')
    .replace(/Response$/, '.conf'),
});

export type SchemaCheck = (action: string, kind: 'req' | 'conf', payload: unknown) => string | null;

const CHECKS = new Map<OcppVersion, SchemaCheck>();

/**
 * Returns a function that checks messages against the schemas of this OCPP version. It returns the violation; null if the
 * message is valid.
 */
export function schemaCheckOf(version: OcppVersion): SchemaCheck {
  const known = CHECKS.get(version);
  if (known) return known;
  const file = require.resolve(`ocpp-rpc/lib/schemas/${FILES[version]}.json`);
  const ajv = new Ajv({
    strict: false,
    multipleOfPrecision: 6,
    formats: {
      'date-time': { validate: (text: string) => TIME.test(text) && !Number.isNaN(Date.parse(text)) },
      uri: URL.canParse,
    },
  });
  for (const schema of JSON.parse(readFileSync(file, 'utf8')) as { $id: string }[]) ajv.addSchema(named(schema));
  const check: SchemaCheck = (action, kind, payload) => {
    const validate = ajv.getSchema(`${action}.${kind}`);
    if (!validate) return `${action}.${kind} is no message of OCPP ${version}`;
    return validate(payload) ? null : `${action}.${kind}: ${ajv.errorsText(validate.errors)}`;
  };
  CHECKS.set(version, check);
  return check;
}
