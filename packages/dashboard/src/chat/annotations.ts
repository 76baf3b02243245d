import type { Message } from '@replywright/contract/messages.ts'

/** What later messages did to a message, and the message that it replies to. */
export interface Annotation {
  readonly reactions: readonly string[]
  /** The new text of a message that was edited. */
  readonly edited: string | null
  readonly isDeleted: boolean
  readonly quoted: Message | null
}

const NONE: Annotation = { reactions: [], edited: null, isDeleted: false, quoted: null }

/**
 * Returns messages (oldest first) with what reactions, edits and deletions did to them. Those are left out, except if
 * the message that they refer to is not loaded. `places` has the id of the message that shows them by their id.
 */
export function annotate<M extends Message>(
  messages: readonly M[],
): {
  readonly shown: readonly M[]
  readonly annotations: ReadonlyMap<string, Annotation>
  readonly places: ReadonlyMap<string, string>
} {
  const byWaId = new Map(messages.filter(({ waId }) => waId !== '').map((message) => [message.waId, message]))
  const byId = new Map(messages.map((message) => [message.id, message]))
  const annotations = new Map<string, Annotation>()
  const places = new Map<string, string>()
  const change = ({ id }: Message, more: Partial<Annotation>) =>
    annotations.set(id, { ...(annotations.get(id) ?? NONE), ...more })
  /** Each side has one reaction to a message. */
  const reactions = new Map<string, Map<Message['direction'], string>>()
  const shown = messages.filter((message) => {
    const { reaction, edit, revoke, direction, text, replyTo = '', replyToWaId = '' } = message
    const quoted = byId.get(replyTo) ?? byWaId.get(replyToWaId)
    if (quoted) change(message, { quoted })
    const target = byWaId.get((reaction ?? edit ?? revoke)?.messageWaId ?? '')
    if (!target) return true
    places.set(message.id, target.id)
    if (edit) change(target, { edited: text })
    else if (revoke) change(target, { isDeleted: true })
    else if (reaction) {
      const all = reactions.get(target.id) ?? new Map<Message['direction'], string>()
      reactions.set(target.id, all.set(direction, reaction.emoji))
      change(target, { reactions: [...all.values()].filter(Boolean) })
    }
    return false
  })
  return { shown, annotations, places }
}
