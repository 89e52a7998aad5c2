/** Events of a trace that name the work of a task, and those with a script. */
const works = /^(Layout|UpdateLayoutTree|ParseHTML|Paint|V8\.GC|M..orGC)/;
const scripts = /^(EvaluateScript|v8\.|FunctionCall|TimerFire)/;

/**
 * Lists the ten longest tasks of the page's main thread: start, duration, longest work and its script.
 * @param {{ Trace: { traceEvents: any[] } }} artifacts of Lighthouse
 */
export function longestTasks({ Trace: { traceEvents } }) {
  const page = traceEvents.findLast(
    ({ name, args }) => name === 'navigationStart' && args.data?.documentLoaderURL,
  );
  const events = traceEvents.filter(
    ({ ph, pid, tid, ts }) => ph === 'X' && pid === page.pid && tid === page.tid && ts >= page.ts,
  );
  const longest = (of) => of.sort((a, b) => b.dur - a.dur);
  const lines = longest(events.filter(({ name }) => name.endsWith('RunTask')))
    .slice(0, 10)
    .map((task) => {
      const inside = events.filter(({ ts }) => ts >= task.ts && ts < task.ts + task.dur);
      const script = longest(
        inside.filter(({ name, args }) => scripts.test(name) && args.data?.url),
      )[0];
      const work = longest(inside.filter(({ name }) => works.test(name) || scripts.test(name)))[0];
      const [at, took] = [task.ts - page.ts, task.dur].map((us) => (us / 1000).toFixed(0));
      return `- ${took} ms at ${at} ms: ${work?.name ?? 'other'} ${script?.args.data.url ?? ''}`;
    });
  return `\nlongest tasks of the last run\n\n${lines.join('\n')}`;
}
