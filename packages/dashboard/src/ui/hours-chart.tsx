import type { DeliveryHour } from '@messaging/contract/dashboard/webhooks.ts'
import classes from './hours-chart.module.css'

/** The share of an hour's width that its bar takes. */
const BAR = 0.7

/** A bar for each hour, with the failed deliveries at its foot. As wide as its container. `label` describes it in words. */
export function HoursChart({
  hours,
  label,
  height,
}: {
  readonly hours: readonly DeliveryHour[]
  readonly label: string
  readonly height: number
}) {
  const highest = Math.max(1, ...hours.map(({ delivered, failed }) => delivered + failed))
  const bar = (index: number, from: number, to: number, className: string | undefined) =>
    to > from && (
      <rect className={className} x={index + (1 - BAR) / 2} y={highest - to} width={BAR} height={to - from} />
    )
  return (
    <svg
      className={classes.chart}
      role="img"
      aria-label={label}
      height={height}
      viewBox={`0 0 ${hours.length} ${highest}`}
      preserveAspectRatio="none"
    >
      {hours.map(({ hour, delivered, failed }, index) => (
        <g key={hour}>
          {bar(index, failed, failed + delivered, classes.delivered)}
          {bar(index, 0, failed, classes.failed)}
        </g>
      ))}
    </svg>
  )
}
