import type { WebhookInput } from '@messaging/contract/dashboard/webhooks.ts'
import type { EventName } from '@messaging/contract/envelope.ts'
import { type HeaderRow, headersOf } from '../ui/header-rows.ts'

export interface WebhookValues {
  readonly name: string
  readonly url: string
  readonly events: EventName[]
  readonly numbers: 'all' | string[]
  readonly headers: HeaderRow[]
}

/** Whether the URL of a webhook is an event bus. */
export function isEventBus(url: string): boolean {
  return url.startsWith('arn:')
}

/** Returns the request body of the form values. */
export function webhookInput({ headers, ...values }: WebhookValues): WebhookInput {
  return { ...values, headers: headersOf(headers) }
}
