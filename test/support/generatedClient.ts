import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const ROOT = process.cwd();
const PROGRAM = 'operatorWeek.ts';

/** The compiler options of this repository, except the option that the generator does not support. */
const TSCONFIG = {
  extends: path.join(ROOT, 'tsconfig.json'),
  compilerOptions: { types: ['node'], exactOptionalPropertyTypes: false },
  include: ['*.ts'],
};

/** The project of an operator in a temporary folder: the program of docs/contracts and a generated client. */
export interface ClientProject {
  folder: string;
  /** Compiles the program and the client. Returns the messages of the compiler, empty: none. */
  compile(): Promise<string>;
  /** Replaces a text of the program, which must contain the text exactly once. */
  replace(text: string, by: string): void;
  /** Runs the program with Node. Returns the standard output as JSON. */
  run(env: Readonly<Record<string, string>>): Promise<unknown>;
}

/** Starts Node without the options of Jest. */
const node = (cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  execute(process.execPath, args, { cwd, env: { ...process.env, NODE_OPTIONS: '', ...env }, maxBuffer: 16 * 1024 * 1024 });

/** Generates a client. `description`: address or file of the description of the API. */
export async function createClientProject(description: string): Promise<ClientProject> {
  const folder = mkdtempSync(path.join(tmpdir(), 'client-'));
  const program = path.join(folder, PROGRAM);
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  copyFileSync(path.join(ROOT, 'docs/contracts', PROGRAM), program);
  await node(folder, [path.join(ROOT, 'node_modules/oazapfts/dist/cli.js'), description, 'client.ts']);
  return {
    folder,
    async compile() {
      const compiler = path.join(ROOT, 'node_modules/typescript/bin/tsc');
      const { stdout } = await node(folder, [compiler, '-p', '.', '--pretty', 'false']).catch((failed: { stdout?: string }) => {
        if (failed.stdout) return { stdout: failed.stdout };
        throw failed;
      });
      return stdout;
    },
    replace(text, by) {
      const parts = readFileSync(program, 'utf8').split(text);
      if (parts.length !== 2) throw new Error(`${PROGRAM} has ${parts.length - 1} times: ${text}`);
      writeFileSync(program, parts.join(by));
    },
    async run(env) {
      return JSON.parse((await node(folder, [PROGRAM], env)).stdout) as unknown;
    },
  };
}
