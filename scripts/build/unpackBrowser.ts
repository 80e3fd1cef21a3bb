// Unpacks the browser of the tests into the temporary folder of this process (test/support/chromium.ts).
import { fileURLToPath } from 'node:url';
import chromium, { inflate } from '@sparticuz/chromium';

chromium.setGraphicsMode = false;
await chromium.executablePath();
// Libraries for a machine that does not have them.
await inflate(fileURLToPath(new URL('../bin/al2023.tar.br', import.meta.resolve('@sparticuz/chromium'))));
