// Run by parameters.ts as a process of its own: the generator brings a whole compiler along.
import { createGenerator } from 'ts-json-schema-generator';

const [, , path = '', tsconfig = ''] = process.argv;
const generator = createGenerator({ path, tsconfig, type: 'Shapes', skipTypeCheck: true, additionalProperties: false });
process.stdout.write(JSON.stringify(generator.createSchema('Shapes')));
