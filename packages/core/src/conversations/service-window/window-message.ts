import * as v from 'valibot'

/**
 * Body of a message of the windows queue: `arm` asks for a schedule, `check` is what a schedule sends. Both are answered by
 * looking at what the conversation needs now.
 */
export const WindowMessage = v.object({
  kind: v.picklist(['arm', 'check']),
  organizationId: v.string(),
  conversationId: v.string(),
})
export type WindowMessage = v.InferOutput<typeof WindowMessage>

/** What the items that ask for a message of this queue name in `out.q`. */
export const WINDOWS_QUEUE = 'windows'

/** The message that has a conversation's window looked at. */
export function windowMessage(
  kind: WindowMessage['kind'],
  { organizationId, id }: { readonly organizationId: string; readonly id: string },
): string {
  return JSON.stringify({ kind, organizationId, conversationId: id } satisfies WindowMessage)
}
