// Unpacks the tests' browser into the temporary folder of this process; test/support/chromium.ts says where that is.
import { fileURLToPath } from 'node:url';
import chromium, { inflate } from '@sparticuz/chromium';

chromium.setGraphicsMode = false;
await chromium.executablePath();
// Libraries for a machine without its own.
await inflate(fileURLToPath(new URL('../bin/al2023.tar.br', import.meta.resolve('@sparticuz/chromium'))));
