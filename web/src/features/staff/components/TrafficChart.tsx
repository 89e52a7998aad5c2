import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import uPlot from 'uplot';
import { useDates } from '../hooks/texts';
import type { Series } from '../model/traffic';
import css from './TrafficChart.module.css';
import 'uplot/dist/uPlot.min.css';

interface TrafficChartProps {
  series: Series;
  height: number;
  label: string;
}

/** Requests and failures of the last hour, with an optional table of the same figures. */
export function TrafficChart({ series, height, label }: TrafficChartProps) {
  const { t } = useTranslation('staff');
  const dates = useDates();
  const holder = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = holder.current;
    if (!element) return;
    const style = getComputedStyle(element);
    const size = () => ({ width: Math.max(80, element.clientWidth), height });
    const bars = uPlot.paths.bars?.({ size: [0.8, 100], align: 1 });
    const bar = (color: string) => ({
      fill: color,
      width: 0,
      paths: bars,
      points: { show: false },
    });
    const chart = new uPlot(
      {
        ...size(),
        padding: [2, 0, 0, 0],
        legend: { show: false },
        cursor: { show: false },
        axes: [{ show: false }, { show: false }],
        scales: {
          // A bar begins at its minute, therefore the last minute extends the scale.
          x: { range: (_, min, max) => [min, max + 60] },
          y: { range: (_, __, max) => [0, Math.max(max, 1)] },
        },
        series: [
          {},
          bar(style.getPropertyValue('--chart-requests')),
          bar(style.getPropertyValue('--chart-errors')),
        ],
      },
      [series.at, series.count, series.errors],
      element,
    );
    const observer = new ResizeObserver(() => chart.setSize(size()));
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [series, height]);

  const minutes = series.at
    .map((at, index) => ({ at, index }))
    .filter(({ index }) => series.count[index]);
  return (
    <figure className={css.figure}>
      <div ref={holder} className={css.chart} style={{ height }} role="img" aria-label={label} />
      <details className={css.details}>
        <summary>{t('traffic.table')}</summary>
        <div className={css.scroll}>
          <table>
            <caption className="visually-hidden">{label}</caption>
            <thead>
              <tr>
                <th scope="col">{t('traffic.minute')}</th>
                <th scope="col">{t('traffic.count')}</th>
                <th scope="col">{t('traffic.failed')}</th>
                <th scope="col">{t('traffic.p95')}</th>
              </tr>
            </thead>
            <tbody>
              {minutes.map(({ at, index }) => (
                <tr key={at}>
                  <th scope="row">{dates.time(new Date(at * 1000).toISOString())}</th>
                  <td>{series.count[index]}</td>
                  <td>{series.errors[index]}</td>
                  <td>{Math.round(series.p95[index] ?? 0)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
