import type { WindowMessage } from '@messaging/contract/queues.ts'
import { type Out, outTo } from '../../platform/table/out.ts'

/** Builds the `out` of a message to the windows worker about a conversation. */
export function windowOut(
  kind: WindowMessage['kind'],
  { organizationId, id }: { readonly organizationId: string; readonly id: string },
): Out {
  return outTo('windows', organizationId, { kind, organizationId, conversationId: id })
}
