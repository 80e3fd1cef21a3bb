// Writes the description of the API (OpenAPI 3.1) from the types in shared/console/api.ts and from the actions of staff.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describeApi } from './describeApi.ts';

const FILE = path.resolve('server/http/operatorApi/openapi.json');

writeFileSync(FILE, `${JSON.stringify(describeApi(), null, 2)}\n`);
