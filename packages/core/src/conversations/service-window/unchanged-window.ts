import type { ConversationItem } from '../conversation-entity.ts'

const NAMES = ['lastInboundAt', 'armed', 'expiringFor', 'closedFor', 'routingVersion'] as const
type Name = (typeof NAMES)[number]

interface Operations<Attribute> {
  eq(attribute: Attribute, value: number): string
  notExists(attribute: Attribute): string
}

/** Builds the condition that the window and the routing of a conversation are unchanged since it was read. */
export function unchangedWindow(conversation: Pick<ConversationItem, Name>) {
  return <Attribute>(attributes: Record<Name, Attribute>, { eq, notExists }: Operations<Attribute>): string =>
    NAMES.map((name) => {
      const value = conversation[name]
      return value === undefined ? notExists(attributes[name]) : eq(attributes[name], value)
    }).join(' AND ')
}
