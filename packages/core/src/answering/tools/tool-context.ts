import type { NumberItem } from '../../channel/numbers/number-entity.ts'
import type { ConversationItem } from '../../conversations/conversations/conversation-entity.ts'

export interface ToolContext {
  readonly organizationId: string
  readonly agentId: string
  readonly conversation: ConversationItem
  readonly number: NumberItem
}
