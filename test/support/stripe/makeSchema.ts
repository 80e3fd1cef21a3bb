// Generates the JSON schema of Stripe's parameters. parameters.ts runs this file in a separate process, because the schema
// generator loads a complete TypeScript compiler.
import { createRequire } from 'node:module';
import { createGenerator } from 'ts-json-schema-generator';

interface Compiler {
  sys: { readFile(path: string, encoding?: string): string | undefined };
}

// In the types of the SDK, string enums also accept any other string. Stripe refuses such values, so the additional `string` is
// removed.
const resolver = createRequire(import.meta.resolve('ts-json-schema-generator'));
const { sys } = resolver('typescript') as Compiler;
const readFile = sys.readFile.bind(sys);
sys.readFile = (path, encoding) => {
  const text = readFile(path, encoding);
  return path.includes('node_modules/stripe/') ? text?.replaceAll(/ \| OtherString\b/g, '') : text;
};

const [, , path = '', tsconfig = ''] = process.argv;
const generator = createGenerator({ path, tsconfig, type: 'Shapes', skipTypeCheck: true, additionalProperties: false });
process.stdout.write(JSON.stringify(generator.createSchema('Shapes')));
