import { readFileSync } from 'node:fs';

/** Where a proxy listens in a proof, and what serves behind. `app` and `secure` are ports on loopback. */
export interface ProxySetup {
  app: number;
  secure: number;
  plain: number;
  /** Folder with `cert.pem`, `key.pem` and `both.pem`, for the files of the proxy, too. */
  folder: string;
}

export interface ReverseProxy {
  tool: string;
  /** Returns the file of `deploy/` with the ports of the proof. `isBroken`: with the fault that the proof injects. */
  config(setup: ProxySetup, isBroken: boolean): string;
  /** Command lines that check a file, and that serve in the foreground. */
  check(file: string): readonly string[];
  serve(file: string, setup: ProxySetup): readonly string[];
  env?(setup: ProxySetup): Readonly<Record<string, string>>;
}

type Change = readonly [from: string | RegExp, to: string];

/** @throws Error if the file has nothing to change in one place, so that a changed file is noticed */
function adapt(file: string, changes: readonly Change[]): string {
  return changes.reduce(
    (text, [from, to]) => {
      const changed = text.replaceAll(from, () => to);
      if (changed === text) throw new Error(`deploy/${file} has no ${from}`);
      return changed;
    },
    readFileSync(`deploy/${file}`, 'utf8'),
  );
}

const NGINX: ReverseProxy = {
  tool: 'nginx',
  config: ({ app, secure, plain, folder }, isBroken) =>
    adapt('nginx.conf', [
      [/^ *listen \[::\].*\n/gm, ''],
      ['listen 443', `listen 127.0.0.1:${secure}`],
      ['listen 80', `listen 127.0.0.1:${plain}`],
      ['server 127.0.0.1:3000', `server 127.0.0.1:${app}`],
      ['/etc/ssl/charge.example.pem', `${folder}/cert.pem`],
      ['/etc/ssl/charge.example.key', `${folder}/key.pem`],
      ['/var/log/nginx/error.log', `${folder}/error.log`],
      ['charge.example', 'localhost'],
      ...(isBroken ? [['X-Forwarded-For $remote_addr', 'X-Forwarded-For $http_x_forwarded_for'] as const] : []),
    ]),
  check: file => ['nginx', '-t', '-c', file, '-g', `pid ${file}.pid;`],
  serve: file => ['nginx', '-c', file, '-g', `daemon off; pid ${file}.pid;`],
};

const HAPROXY: ReverseProxy = {
  tool: 'haproxy',
  config: ({ app, secure, plain, folder }, isBroken) =>
    adapt('haproxy.cfg', [
      ['bind :443', `bind 127.0.0.1:${secure}`],
      ['bind :80', `bind 127.0.0.1:${plain}`],
      ['server app 127.0.0.1:3000', `server app 127.0.0.1:${app}`],
      ['/etc/ssl/charge.example.pem', `${folder}/both.pem`],
      ...(isBroken ? [['http-request set-header X-Forwarded-For', '# '] as const] : []),
    ]),
  check: file => ['haproxy', '-c', '-f', file],
  serve: file => ['haproxy', '-db', '-f', file],
};

const CADDY: ReverseProxy = {
  tool: 'caddy',
  config: ({ secure, plain, folder }, isBroken) =>
    adapt('Caddyfile', [
      ['\tlog {', `\tadmin off\n\tdefault_bind 127.0.0.1\n\thttp_port ${plain}\n\thttps_port ${secure}\n\tlog {`],
      ['{$PUBLIC_ORIGIN} {', `{$PUBLIC_ORIGIN} {\n\ttls ${folder}/cert.pem ${folder}/key.pem`],
      ...(isBroken
        ? [
            [
              'header_up X-Request-Id',
              'header_up X-Forwarded-For {http.request.header.X-Forwarded-For}\n\t\theader_up X-Request-Id',
            ] as const,
          ]
        : []),
    ]),
  check: file => ['caddy', 'validate', '--adapter', 'caddyfile', '--config', file],
  serve: file => ['caddy', 'run', '--adapter', 'caddyfile', '--config', file],
  env: ({ app, secure, folder }) => ({
    PUBLIC_ORIGIN: `https://localhost:${secure}`,
    APP: `127.0.0.1:${app}`,
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  }),
};

export const PROXIES = { nginx: NGINX, haproxy: HAPROXY, caddy: CADDY } as const;
