import type { WindowMessage } from '@messaging/contract/queues.ts'
import { type Out, outTo } from '../../platform/outbox/out.ts'

/** Builds the `out` of a message to the windows worker about a conversation. `since` as in `WindowMessage`. */
export function windowOut(
  kind: WindowMessage['kind'],
  { organizationId, id }: { readonly organizationId: string; readonly id: string },
  since?: number,
): Out {
  const body = { kind, organizationId, conversationId: id, ...(since !== undefined && { since }) }
  return outTo('windows', organizationId, body)
}
