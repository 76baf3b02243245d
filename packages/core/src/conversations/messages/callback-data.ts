/** Where an outbound message is stored. */
export interface MessagePlace {
  readonly conversationId: string
  readonly messageId: string
}

/** What goes out with a message and comes back with its statuses, so that they find it however early they come. */
export function callbackData({ conversationId, messageId }: MessagePlace): string {
  return `${conversationId}/${messageId}`
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const SHAPE = new RegExp(`^(${UUID})/(${UUID})$`)

/** Reads what `callbackData` wrote; undefined for what somebody else did. */
export function readCallbackData(text: string | undefined): MessagePlace | undefined {
  const [, conversationId, messageId] = SHAPE.exec(text ?? '') ?? []
  return conversationId && messageId ? { conversationId, messageId } : undefined
}
