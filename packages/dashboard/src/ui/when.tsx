import { Tooltip, VisuallyHidden } from '@mantine/core'
import { clockTime, exactTime, relativeTime } from './time-words.ts'
import { useNow } from './use-now.ts'
import classes from './when.module.css'

/** A relative time. Pointers and screen readers get the exact time; Tab does not stop at it. `at` is ISO 8601. */
export function When({ at }: { readonly at: string }) {
  const { local, utc } = exactTime(Date.parse(at))
  return (
    <Tooltip
      events={{ hover: true, focus: false, touch: true }}
      label={
        <>
          {local}
          <br />
          {utc}
        </>
      }
    >
      <span className={classes.when}>
        <RelativeTime at={at} />
        <VisuallyHidden>, {local}</VisuallyHidden>
      </span>
    </Tooltip>
  )
}

/** The time of a day to the second, with its date unless it is today. */
export function ClockTime({ at }: { readonly at: string }) {
  const time = Date.parse(at)
  return <time dateTime={at}>{useNow((now) => clockTime(time, now))}</time>
}

/** Like `When`, without the exact time. */
export function RelativeTime({ at }: { readonly at: string }) {
  const time = Date.parse(at)
  return <time dateTime={at}>{useNow((now) => relativeTime(time, now))}</time>
}
