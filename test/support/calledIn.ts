import { globSync, readFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import path from 'node:path';

interface Coverage {
  result: readonly { url: string; functions: readonly { functionName: string; ranges: readonly { count: number }[] }[] }[];
}

/**
 * Starts to record all function calls with the coverage of V8.
 * @returns a function that lists the functions in a folder's files that have not been called since
 */
export async function noteCalls(): Promise<(folder: string, except: RegExp) => Promise<string[]>> {
  const session = new Session();
  session.connect();
  const post = <T>(method: string, params: object = {}) =>
    new Promise<T>((resolve, reject) =>
      session.post(method, params, (error, answer) => (error ? reject(error) : resolve(answer as T))),
    );
  await post('Profiler.enable');
  await post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return async (folder, except) => {
    const { result } = await post<Coverage>('Profiler.takePreciseCoverage');
    session.disconnect();
    const files = globSync(`${folder}/*.ts`).filter(file => !/\.test\.ts$/.test(file) && !except.test(file));
    if (files.length === 0) throw new Error(`There are no sources in ${folder}`);
    return files.flatMap(file => {
      const functions = result.filter(({ url }) => url.endsWith(`/${file}`)).flatMap(script => script.functions);
      const calls = (name: string) =>
        functions.filter(({ functionName }) => functionName === name).some(({ ranges }) => (ranges[0]?.count ?? 0) > 0);
      // V8 does not list functions that it has never compiled, so the function names in the source text are added.
      const names = [...functions.map(({ functionName }) => functionName), ...functionsIn(readFileSync(file, 'utf8'))];
      return [...new Set(names)].filter(name => name !== '' && !calls(name)).map(name => `${path.basename(file)}: ${name}`);
    });
  };
}

const functionsIn = (text: string): string[] =>
  [...text.matchAll(/^(?:export )?(?:(?:async )?function\*? (\w+)|const (\w+) = (?:async )?\([^\n]*=>)/gm)].map(
    ([, declared = '', assigned = '']) => declared + assigned,
  );
