import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { callOfFeature, callsOfPages, setBootstrap } from '@/lib/bootstrap/bootstrap';
import type { Bootstrap } from '@/contracts/types';
import { loadNamespace, startI18n, changeLanguage } from '@/lib/i18n/i18n';
import { languages } from '@/lib/i18n/language';
import { Shell, shellKinds, shellPaths } from './Shell';
import { templateOf } from './slots';

/** The data for the server to show a page before its scripts run (bff/site/shell.go). */
export interface ShellFile {
  /** By language and kind. */
  templates: Record<string, Record<string, string>>;
  /** The call that each feature cannot work without. */
  features: Record<string, string>;
  /** The start of the addresses of pages, and their calls. */
  pages: readonly (readonly string[])[];
}

/** Renders the shells for the build (scripts/shell.ts). */
export async function renderShells(): Promise<ShellFile> {
  setBootstrap({ features: {}, unsupported: [] } as unknown as Bootstrap);
  const templates: ShellFile['templates'] = {};
  await startI18n(languages[0], () => undefined);
  await Promise.all([loadNamespace('lobby'), loadNamespace('games')]);
  for (const language of languages) {
    await changeLanguage(language, () => undefined);
    templates[language] = Object.fromEntries(
      shellKinds.map((kind) => [
        kind,
        templateOf(
          renderToStaticMarkup(
            <StaticRouter location={shellPaths[kind]}>
              <Shell kind={kind} />
            </StaticRouter>,
          ),
        ),
      ]),
    );
  }
  return { templates, features: callOfFeature, pages: callsOfPages };
}
