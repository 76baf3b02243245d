import { Stack, Text, type TextProps, Tooltip, VisuallyHidden } from '@mantine/core'
import { LEAST_SAMPLES } from '@replywright/contract/dashboard/statistics.ts'
import type { Ms } from '@replywright/contract/time.ts'
import { type ComponentProps, Fragment, type ReactNode } from 'react'
import { usePhoneText } from './phone-text.ts'
import classes from './text.module.css'
import { durationText } from './time-words.ts'

/** A small, grey text. */
export function Hint(props: TextProps & Omit<ComponentProps<'p'>, keyof TextProps>) {
  return <Text size="xs" c="dimmed" {...props} />
}

export function Bullets({ children }: { readonly children: ReactNode }) {
  return (
    <Stack component="ul" gap={6} pl={18} fz="sm" style={{ listStyle: 'disc' }}>
      {children}
    </Stack>
  )
}

/** Different sentences as bullets. */
export function Sentences({ sentences }: { readonly sentences: readonly string[] }) {
  return (
    <Bullets>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </Bullets>
  )
}

/**
 * A phone number, with or without its plus sign. It does not wrap, and stays in order beside names that are written from right to
 * left. Its gaps are no spaces, so that it is copied and found as other programs expect it.
 */
export function PhoneNumber({ number }: { readonly number: string }) {
  const phoneText = usePhoneText()
  const groups = phoneText(number).split(' ')
  return (
    <bdi dir="ltr" className={classes.phone}>
      {groups.map((group, index) => (
        <span key={groups.slice(0, index).join(' ')}>{group}</span>
      ))}
    </bdi>
  )
}

/** Phone numbers as a list. */
export function PhoneNumbers({ numbers }: { readonly numbers: readonly string[] }) {
  return numbers.map((number, index) => (
    <Fragment key={number}>
      {index > 0 && ', '}
      <PhoneNumber number={number} />
    </Fragment>
  ))
}

/** The address that connected, and the one that a header claims, which can be chosen by callers of the API. */
export function IpAddress({
  sourceIp,
  forwardedFor,
}: {
  readonly sourceIp: string | null
  readonly forwardedFor: string | null
}) {
  if (forwardedFor === null || forwardedFor === sourceIp) return sourceIp
  return (
    <>
      {sourceIp}{' '}
      <Hint span inherit={false} title="According to the header X-Forwarded-For">
        for {forwardedFor}
      </Hint>
    </>
  )
}

const REASON = `Fewer than ${LEAST_SAMPLES} values, which is too few for a percentile`

/** A percentile. Null is a dash, with the reason for pointers and screen readers. */
export function PercentileText({ ms }: { readonly ms: Ms | null }) {
  if (ms !== null) return durationText(ms)
  return (
    <Tooltip events={{ hover: true, focus: false, touch: true }} label={REASON}>
      <span>
        <span aria-hidden>–</span>
        <VisuallyHidden>{REASON}</VisuallyHidden>
      </span>
    </Tooltip>
  )
}
