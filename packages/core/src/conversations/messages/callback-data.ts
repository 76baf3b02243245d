/** The ids of a stored outbound message. */
export interface MessageRef {
  readonly conversationId: string
  readonly messageId: string
}

/** Builds the data that is sent with a message and returned with its statuses, so that even an early one finds it. */
export function callbackData({ conversationId, messageId }: MessageRef): string {
  return `${conversationId}/${messageId}`
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const SHAPE = new RegExp(`^(${UUID})/(${UUID})$`)

/** Parses the result of `callbackData`; undefined for any other text. */
export function readCallbackData(text: string | undefined): MessageRef | undefined {
  const [, conversationId, messageId] = SHAPE.exec(text ?? '') ?? []
  return conversationId && messageId ? { conversationId, messageId } : undefined
}
