import { Tooltip } from '@mantine/core'
import { exactTime, relativeTime } from './time-words.ts'
import { useNow } from './use-now.ts'
import classes from './when.module.css'

/** A relative time. The tooltip has the exact local and UTC time. `at` is ISO 8601. */
export function When({ at }: { readonly at: string }) {
  return (
    <Tooltip label={<ExactTime time={Date.parse(at)} />}>
      <button type="button" className={classes.when}>
        <RelativeTime at={at} />
      </button>
    </Tooltip>
  )
}

/** Like `When`, for places that must not contain a focusable element, such as a button. */
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
