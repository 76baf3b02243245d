import type { FailureCause } from '@replywright/contract/causes.ts'
import type { DeliverySummary } from '@replywright/contract/webhook-deliveries.ts'

const FILE_NAMES = { image: 'Image', audio: 'Audio', video: 'Video' }

/** Returns the display name of the customer: the name, else the number; undefined if the list does not know it. */
export function customerName({ contact }: Pick<DeliverySummary, 'contact'>): string | undefined {
  return contact ? contact.name || contact.phoneNumber || 'Unnamed customer' : undefined
}

/** Returns the message in a line: its beginning, else the kind of its file. */
export function messageText({ preview, mediaType }: Pick<DeliverySummary, 'preview' | 'mediaType'>): string {
  if (preview !== '') return preview.replaceAll(/\s+/g, ' ')
  if (mediaType === null) return ''
  const [kind] = mediaType.split('/')
  return kind === 'image' || kind === 'audio' || kind === 'video' ? FILE_NAMES[kind] : 'File'
}

/** The characters of a short id. They contain its time, so that it is a beginning to search for. */
const SHORT_ID = 13

/** Returns the beginning of a delivery id. */
export function shortId(id: string): string {
  return id.slice(0, SHORT_ID)
}

/** Short descriptions of failure causes. The service returns a full sentence as `explanation`. */
export const CAUSE_TEXTS = {
  dns: 'DNS lookup failed',
  refused: 'Connection refused',
  tls: 'TLS failed',
  timeout: 'Timed out',
  reset: 'Connection reset',
  invalid_response: 'Invalid response',
  blocked_address: 'Address not allowed',
  redirect: 'Redirect',
  client_error: 'Client error',
  server_error: 'Server error',
  gone: 'Gone',
  webhook_disabled: 'Endpoint disabled',
} satisfies Record<FailureCause, string>

/** Returns a short outcome: the HTTP status, or why there was no response. `''` before the first attempt. */
export function outcomeText({
  status,
  cause,
}: {
  readonly status: number | null
  readonly cause: FailureCause | null
}): string {
  const reason = cause && CAUSE_TEXTS[cause]
  if (status === null) return reason ?? ''
  return reason ? `${status} ${reason}` : `${status}`
}
