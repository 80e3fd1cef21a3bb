// Loaded before the app (`--import`). Writes every path that the app registers with its routers to the file ATTACK_ROUTES, so
// that nobody has to maintain a list of paths.
import { writeFileSync } from 'node:fs';
import { Server } from 'node:net';

type Handler = ((...all: unknown[]) => unknown) & { stack?: unknown };
type Path = string | RegExp;

interface RouterPrototype {
  use(this: Handler, ...all: unknown[]): unknown;
  route(this: Handler, path: Path | readonly Path[]): unknown;
}

const mounts = new Map<Handler, { path: Path; child: Handler }[]>();
const routes = new Map<Handler, Path[]>();
const isPath = (value: unknown): value is Path => typeof value === 'string' || value instanceof RegExp;
const add = <T>(lists: Map<Handler, T[]>, of: Handler, item: T) => lists.set(of, [...(lists.get(of) ?? []), item]);

const hooked = new Set<object>();

function hook(prototype: RouterPrototype): void {
  const { use, route } = prototype;
  prototype.use = function (...all) {
    const [first, ...others] = all.flat(9);
    const path = isPath(first) ? first : '/';
    for (const handler of isPath(first) ? others : [first, ...others]) {
      if (typeof handler !== 'function') continue;
      if ((handler as Handler).stack !== undefined) add(mounts, this, { path, child: handler as Handler });
      else if (path !== '/') add(routes, this, path);
    }
    if (isListening) writeRoutes();
    return use.apply(this, all);
  };
  prototype.route = function (path) {
    for (const one of [path].flat() as Path[]) add(routes, this, one);
    return route.call(this, path);
  };
}

/**
 * Finds the routers. Express is bundled with the app and cannot be imported here, but it calls `setPrototypeOf` for each
 * function that becomes a router.
 */
const { setPrototypeOf } = Object;
Object.setPrototypeOf = <T>(target: T, given: object | null): T => {
  const prototype = given && (Object.getPrototypeOf(given) as object | null);
  const isRouter =
    typeof target === 'function' && prototype && ['use', 'route', 'handle'].every(name => Object.hasOwn(prototype, name));
  if (isRouter && !hooked.has(prototype)) {
    hooked.add(prototype);
    hook(prototype as RouterPrototype);
  }
  return setPrototypeOf(target, given);
};

function pathsOf(router: Handler, above: string): string[] {
  const own = (routes.get(router) ?? []).map(path => (path instanceof RegExp ? `${above}~${path.source}` : above + path));
  const below = (mounts.get(router) ?? []).flatMap(({ path, child }) => pathsOf(child, above + String(path).replace(/\/$/, '')));
  return [...own, ...below];
}

/** True once the app listens. Routers that load later write the paths again. */
let isListening = false;

function writeRoutes(): void {
  const children = new Set([...mounts.values()].flat().map(({ child }) => child));
  const roots = [...new Set([...mounts.keys(), ...routes.keys()])].filter(router => !children.has(router));
  writeFileSync(process.env.ATTACK_ROUTES ?? '', JSON.stringify([...new Set(roots.flatMap(root => pathsOf(root, '')))]));
}

const { listen } = Server.prototype;
Server.prototype.listen = function (this: Server, ...all: unknown[]) {
  isListening = true;
  writeRoutes();
  return (listen as (...all: unknown[]) => Server).apply(this, all);
} as typeof listen;
