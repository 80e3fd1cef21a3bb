import { readFileSync } from 'node:fs';

/** An instruction of a Dockerfile, with its continuation lines joined. */
export interface Instruction {
  /** Name of the stage. Empty before the first one. */
  stage: string;
  keyword: string;
  text: string;
}

/** Parses a Dockerfile without here-documents. */
export function parseDockerfile(text: string): Instruction[] {
  const lines = text
    .replace(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n');
  let stage = '';
  return lines.filter(Boolean).map(line => {
    const [, keyword = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    if (keyword === 'FROM') stage = / AS (\w+)$/.exec(rest)?.[1] ?? rest;
    return { stage, keyword, text: rest };
  });
}

export const readDockerfile = (): Instruction[] => parseDockerfile(readFileSync('Dockerfile', 'utf8'));

/** Returns the only instruction of a kind in the stage that becomes the image. */
export function instructionOf(instructions: readonly Instruction[], keyword: string): string {
  const found = instructions.filter(each => each.stage === 'run' && each.keyword === keyword);
  if (found.length !== 1) throw new Error(`${found.length} instructions ${keyword}`);
  return found[0]?.text ?? '';
}

/** Returns the words of an instruction in exec form. */
export const execForm = (text: string): string[] => JSON.parse(text.slice(text.indexOf('['))) as string[];

/** Returns the variables of an ENV or LABEL instruction. */
export const variablesIn = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/([\w.]+)=(?:"([^"]*)"|(\S*))/g)].map(([, name, quoted, bare]) => [name, quoted ?? bare]));

interface Copied {
  source: string;
  /** Path in the image. */
  target: string;
}

/** Returns what the image takes from the build stage: paths in the repository or of the build, and their places in the image. */
export const copiedIntoImage = (instructions: readonly Instruction[]): Copied[] =>
  instructions
    .filter(({ stage, keyword }) => stage === 'run' && keyword === 'COPY')
    .flatMap(({ text }) => {
      const words = text.split(/\s+/).filter(word => !word.startsWith('--'));
      const target = words.pop() ?? '';
      return words.map(word => {
        const source = word.replace(/^\/app\//, '');
        return { source, target: target === './' ? source : target };
      });
    });
