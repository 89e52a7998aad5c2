import { fileURLToPath } from 'node:url';
import { Window } from 'happy-dom';
import { createServer, type Plugin } from 'vite';
import type { ShellFile } from '../src/app/shell/render.tsx';
import type { TextsFile } from '../src/app/shell/texts.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The exports of src/app/shell/render.tsx and src/app/shell/texts.ts. */
interface Exports {
  renderShells(): Promise<ShellFile>;
  builtInTexts(): TextsFile;
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

/** Renders the templates of the shell with the site's own modules, and collects the texts. */
export async function render(): Promise<{ shell: ShellFile; texts: TextsFile }> {
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
    const [renderer, texts] = await Promise.all(
      ['render.tsx', 'texts.ts'].map(
        (name) => server.ssrLoadModule(`/src/app/shell/${name}`) as Promise<Exports>,
      ),
    );
    return { shell: await renderer!.renderShells(), texts: texts!.builtInTexts() };
  } finally {
    await server.close();
    for (const name of browserNames) Reflect.deleteProperty(globals, name);
    await window.happyDOM.close();
  }
}

/**
 * Writes dist/shell.json, the pages before their scripts run, and dist/texts.json, the texts of the
 * site (src/app/shell).
 */
export function shell(): Plugin {
  return {
    name: 'croupier-shell',
    apply: 'build',
    async generateBundle() {
      for (const [name, content] of Object.entries(await render())) {
        const source = JSON.stringify(content);
        this.emitFile({ type: 'asset', fileName: `${name}.json`, source });
      }
    },
  };
}
