import type { NoticeKind } from '../../deliveries/webhooks/webhook-entity.ts'

interface Noticed {
  readonly id: string
  readonly name: string
  readonly url: string
}

export interface Mail {
  readonly subject: string
  readonly text: string
}

const SUBJECTS = {
  failing: (name) => `${name} failed 10 deliveries in a row`,
  disabled: (name) => `${name} was disabled after 20 failed deliveries in a row`,
  enabled: (name) => `${name} is enabled again`,
} as const satisfies Record<NoticeKind, (name: string) => string>

const TEXTS = {
  failing: 'The endpoint is disabled after 20 failed deliveries in a row. Fix it before that.',
  disabled:
    'Events are stored but not sent. Fix the endpoint, send a test event, then enable it and replay the failed deliveries.',
  enabled: 'The endpoint was enabled by a member of your organisation. It receives events again.',
} as const satisfies Record<NoticeKind, string>

/** Builds the mail about a webhook to its owner. Without `dashboardUrl`, it has no link. */
export function noticeMail(kind: NoticeKind, { id, name, url }: Noticed, dashboardUrl: string | undefined): Mail {
  // A name is free text. A subject has no line breaks.
  const subject = SUBJECTS[kind](name.replace(/\s+/g, ' '))
  const link = dashboardUrl === undefined ? [] : [`Details: ${dashboardUrl}/webhooks/${id}`]
  return { subject, text: [`${subject}.`, TEXTS[kind], `Endpoint: ${url}`, ...link].join('\n\n') }
}
