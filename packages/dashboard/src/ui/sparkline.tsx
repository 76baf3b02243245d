import { highestValue, unbrokenParts } from './chart-shapes.ts'
import classes from './sparkline.module.css'

/** A small line without axes for a row of a table. `label` describes it in words. */
export function Sparkline({ values, label }: { readonly values: readonly (number | null)[]; readonly label: string }) {
  const highest = Math.max(1, highestValue([{ values }], false))
  const last = Math.max(1, values.length - 1)
  return (
    <svg className={classes.line} role="img" aria-label={label} viewBox={`0 0 ${last} 1`} preserveAspectRatio="none">
      {unbrokenParts(values).map((part) => {
        const points = part.map(([index, value]) => `${index},${1 - value / highest}`)
        const [[first, value] = [0, 0]] = part
        // A single point has no length, so it starts one period earlier.
        return (
          <polyline
            key={first}
            points={[`${first - Number(part.length === 1)},${1 - value / highest}`, ...points].join(' ')}
          />
        )
      })}
    </svg>
  )
}
