import type { ConversationItem } from '../conversations/conversation-entity.ts'

const NAMES = ['lastInboundAt', 'armed', 'expiringFor', 'closedFor', 'routingVersion'] as const
type Name = (typeof NAMES)[number]

/** ElectroDB's operations of a condition, as far as they are used here. */
interface Operations<Attribute> {
  eq(attribute: Attribute, value: number): string
  notExists(attribute: Attribute): string
}

/** The condition that a conversation's window and routing are as they were read: what was decided still holds. */
export function unchangedWindow(conversation: Pick<ConversationItem, Name>) {
  return <Attribute>(attributes: Record<Name, Attribute>, { eq, notExists }: Operations<Attribute>): string =>
    NAMES.map((name) => {
      const value = conversation[name]
      return value === undefined ? notExists(attributes[name]) : eq(attributes[name], value)
    }).join(' AND ')
}
