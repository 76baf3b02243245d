import { Tooltip } from '@mantine/core'
import { exactTime, relativeTime } from './time-words.ts'
import { useNow } from './use-now.ts'
import classes from './when.module.css'

/** A moment (ISO 8601) as the time since, or until it; exact, here and in UTC, when pointed at or focused. */
export function When({ at }: { readonly at: string }) {
  return (
    <Tooltip label={<ExactTime time={Date.parse(at)} />}>
      <button type="button" className={classes.when}>
        <RelativeTime at={at} />
      </button>
    </Tooltip>
  )
}

/** As `When`, for places that cannot hold what can be focused, such as a button. */
export function RelativeTime({ at }: { readonly at: string }) {
  const time = Date.parse(at)
  return <time dateTime={at}>{useNow((now) => relativeTime(time, now))}</time>
}

function ExactTime({ time }: { readonly time: number }) {
  const { local, utc } = exactTime(time)
  return (
    <>
      {local}
      <br />
      {utc}
    </>
  )
}
