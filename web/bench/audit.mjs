import lighthouse, { desktopConfig } from 'lighthouse';
import { Interactive } from 'lighthouse/core/computed/metrics/interactive.js';

// Without a quiet period of five seconds, Lighthouse reports no blocking time and the performance 0.
// The hero advances every seven seconds, which may take a long task on the slow processor. The
// blocking time then is the sum until the end of the trace.
const quietPeriods = Interactive.findOverlappingQuietPeriods;
Interactive.findOverlappingQuietPeriods = function (tasks, requests, navigation) {
  try {
    return quietPeriods.call(this, tasks, requests, navigation);
  } catch (error) {
    if (!error.code?.startsWith('NO_TTI_')) throw error;
    return { cpuQuietPeriod: { start: navigation.timestamps.traceEnd / 1000 } };
  }
};

const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

/** The figures of a report: scores up to 100, milliseconds, layout shift, and transferred KiB. */
function figuresOf({ categories, audits }) {
  const score = (name) => Math.round((categories[name]?.score ?? 0) * 100);
  const value = (name) => audits[name].numericValue ?? Infinity;
  const requests = audits['network-requests'].details.items;
  const kib = (type) =>
    requests
      .filter((request) => !type || request.resourceType === type)
      .reduce((sum, request) => sum + request.transferSize, 0) / 1024;
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    practices: score('best-practices'),
    seo: score('seo'),
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    total: kib(),
    scripts: kib('Script'),
    styles: kib('Stylesheet'),
    fonts: kib('Font'),
    images: kib('Image'),
    requests: requests.length,
  };
}

/**
 * Visits a page as Lighthouse does, with an empty HTTP cache. Cookies and stored values remain.
 * @param {import('puppeteer-core').Page} page
 * @param {string} url
 * @param {boolean} desktop uses the desktop preset instead of the mobile one
 * @returns {Promise<{ figures: Record<string, number>, report: any, artifacts: any }>}
 */
export async function audit(page, url, desktop) {
  const flags = { throttlingMethod: 'devtools', onlyCategories: categories, logLevel: 'error' };
  const result = await lighthouse(url, flags, desktop ? desktopConfig : undefined, page);
  const report = result.lhr;
  if (report.runtimeError)
    throw new Error(`bench: could not audit ${url}: ${report.runtimeError.message}`);
  return { figures: figuresOf(report), report, artifacts: result.artifacts };
}

/** Lists the audits of a report that cost points outside performance. */
export function complaints({ categories, audits }) {
  return ['accessibility', 'best-practices', 'seo'].flatMap((name) =>
    categories[name].auditRefs
      .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 1)
      .map(({ id }) => `${name}: ${id}`),
  );
}
