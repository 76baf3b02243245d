import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { Hour } from './hours-plot.tsx'

const HoursPlot = lazy(async () => ({ default: (await import('./hours-plot.tsx')).HoursPlot }))

/** Bars of hours; `label` says in words what they show. */
export function HoursChart({
  hours,
  label,
  height,
}: {
  readonly hours: readonly Hour[]
  readonly label: string
  readonly height: number
}) {
  return (
    <div role="img" aria-label={label} style={{ height }}>
      <Suspense fallback={<Skeleton height={height} />}>
        <HoursPlot hours={hours} height={height} />
      </Suspense>
    </div>
  )
}
