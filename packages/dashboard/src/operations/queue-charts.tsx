import { getQueueHistory } from '@messaging/contract/dashboard/operations.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '../api/read.ts'
import { Chart } from '../ui/chart.tsx'
import type { ChartSeries } from '../ui/chart-shapes.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Panel } from '../ui/panel.tsx'
import { RowsSkeleton } from '../ui/rows-skeleton.tsx'
import classes from './queue-charts.module.css'
import { historyOf, historyTimes } from './queue-counts.ts'

const POLL_MS = 300_000
const HEIGHT = 140
const KINDS = [
  { kind: 'work', label: 'Waiting for a worker', color: 'accent' },
  { kind: 'dead-letter', label: 'Dead letters', color: 'bad' },
] as const
const CHARTS = [
  { field: 'waiting', label: 'Waiting messages', unit: 'count' },
  { field: 'oldestAgeSeconds', label: 'Age of the oldest message', unit: 'seconds' },
] as const

/** Depth and age of a queue and its dead-letter queue over the last 24 hours. */
export function QueueCharts({ queue }: { readonly queue: string }) {
  const query = useQuery({ ...read(getQueueHistory, {}), staleTime: POLL_MS, refetchInterval: POLL_MS })
  return (
    <Panel title="Last 24 hours">
      <Loaded query={query} skeleton={<RowsSkeleton rows={1} height={HEIGHT} />}>
        {(history) => (
          <div className={classes.charts}>
            {CHARTS.map(({ field, label, unit }) => (
              <div key={field}>
                <h3 className={classes.title}>{label}</h3>
                <Chart
                  kind="lines"
                  label={label}
                  unit={unit}
                  height={HEIGHT}
                  times={historyTimes(history)}
                  series={KINDS.flatMap(({ kind, ...series }): ChartSeries[] => {
                    const found = historyOf(history, kind, queue)
                    return found ? [{ ...series, values: found[field] }] : []
                  })}
                />
              </div>
            ))}
          </div>
        )}
      </Loaded>
    </Panel>
  )
}
