import { fileURLToPath } from 'node:url';
import { Window } from 'happy-dom';
import { createServer, type Plugin } from 'vite';
import type { ShellFile } from '../src/app/shell/render.tsx';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The exports of src/app/shell/render.tsx. */
interface Renderer {
  renderShells(): Promise<ShellFile>;
}

/** The browser globals that the site's modules read while they load. */
const browserNames = ['window', 'document', 'location', 'localStorage', 'sessionStorage'] as const;

/** The modules that src/app/shell/standIns.tsx replaces. They need a browser or data. */
const replaced =
  /\/src\/(components\/(games\/api\/games|html\/Html|html\/model\/sanitise|ui\/(Countdown\/Countdown|Odometer\/Odometer))|contracts\/hooks\/livecasino|features\/(cashier\/(api\/cashier|model\/methods)|content\/api\/content|games\/api\/games|lobby\/api\/lobby)|lib\/(content\/phase|format\/useFormat|link\/link|media|player\/player|session\/useSession|staticFiles\/useStaticFile|theme\/mode))\.tsx?$/;

const standIns: Plugin = {
  name: 'croupier-stand-ins',
  enforce: 'pre',
  load: (id) => (replaced.test(id) ? "export * from '/src/app/shell/standIns.tsx'" : null),
};

/** Renders the templates of the shell with the site's own modules. */
export async function render(): Promise<ShellFile> {
  const window = new Window({ url: 'http://site.test/' });
  const globals = globalThis as unknown as Record<string, unknown>;
  for (const name of browserNames) globals[name] = name === 'window' ? window : window[name];
  const server = await createServer({
    root,
    mode: 'production',
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
    plugins: [standIns],
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  });
  try {
    const { renderShells } = (await server.ssrLoadModule('/src/app/shell/render.tsx')) as Renderer;
    return await renderShells();
  } finally {
    await server.close();
    for (const name of browserNames) Reflect.deleteProperty(globals, name);
    await window.happyDOM.close();
  }
}

/** Writes dist/shell.json, the pages before their scripts run, by language (src/app/shell). */
export function shell(): Plugin {
  return {
    name: 'croupier-shell',
    apply: 'build',
    async generateBundle() {
      const source = JSON.stringify(await render());
      this.emitFile({ type: 'asset', fileName: 'shell.json', source });
    },
  };
}
