// Unpacks the browser for the tests into the temporary folder of this process (see test/support/chromium.ts).
import { fileURLToPath } from 'node:url';
import chromium, { inflate } from '@sparticuz/chromium';

chromium.setGraphicsMode = false;
await chromium.executablePath();
// Shared libraries, for machines that lack them.
await inflate(fileURLToPath(new URL('../bin/al2023.tar.br', import.meta.resolve('@sparticuz/chromium'))));
