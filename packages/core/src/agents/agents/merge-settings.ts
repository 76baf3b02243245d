import type { AgentChange } from '@messaging/contract/agents.ts'
import { invalidField } from '../../platform/errors.ts'
import type { AgentSettings } from './agent-settings.ts'

/** Generates the ids of new items and the secrets of new triggers. */
export interface Fresh {
  readonly id: () => string
  readonly triggerSecret: () => string
}

/**
 * Merges a change into the settings of agent `agentId`. Fields in the change replace stored ones, arrays item by item.
 * Absent fields stay, and so do fields that only a later release knows.
 * @throws ServiceError 400 with the path of each item with an unknown or duplicate id, or of another agent
 */
export function mergeSettings(
  stored: AgentSettings,
  change: AgentChange,
  agentId: string,
  fresh: Fresh,
): AgentSettings {
  const mergeItems = itemMerger(fresh.id)
  return {
    ...stored,
    name: change.name ?? stored.name,
    description: change.description ?? stored.description,
    systemPrompt: change.systemPrompt ?? stored.systemPrompt,
    firstMessage: change.firstMessage ?? stored.firstMessage,
    icebreakers: change.icebreakers === undefined ? stored.icebreakers : change.icebreakers,
    llmModel: change.llmModel === undefined ? stored.llmModel : change.llmModel,
    tools: mergeItems('tools', stored.tools, change.tools, (sent, known) => ({
      name: sent.name,
      description: sent.description,
      apiSchema: sent.apiSchema,
      active: sent.active ?? known?.active ?? true,
      creditCost: sent.creditCost,
    })),
    documents: mergeItems('documents', stored.documents, change.documents, (sent) => ({ name: sent.name })),
    memoryKeys: mergeItems('memoryKeys', stored.memoryKeys, change.memoryKeys, (sent) => ({
      key: sent.key,
      type: sent.type,
      initialValue: sent.initialValue,
      whenToUpdate: sent.whenToUpdate,
    })),
    wakeUpConfigs: mergeItems('wakeUpConfigs', stored.wakeUpConfigs, change.wakeUpConfigs, (sent, known) => ({
      description: sent.description,
      enabled: sent.enabled ?? known?.enabled ?? true,
      forceMessage: sent.forceMessage,
    })),
    outboundTriggers: mergeItems(
      'outboundTriggers',
      stored.outboundTriggers,
      change.outboundTriggers,
      (sent, known) => ({
        secret: sent.secret ?? known?.secret ?? fresh.triggerSecret(),
        enabled: sent.enabled ?? known?.enabled ?? true,
        templateId: sent.templateId,
        templateName: sent.templateName,
      }),
    ),
    websiteTools: mergeItems('websiteTools', stored.websiteTools, change.websiteTools, (sent, known) => ({
      url: sent.url,
      prompt: sent.prompt,
      active: sent.active ?? known?.active ?? true,
    })),
    imageGenerateTools: mergeItems(
      'imageGenerateTools',
      stored.imageGenerateTools,
      change.imageGenerateTools,
      (sent, known) => ({
        name: sent.name ?? known?.name ?? '',
        description: sent.description ?? known?.description ?? '',
        prompt: sent.prompt,
        active: sent.active ?? known?.active ?? true,
        creditCost: sent.creditCost,
      }),
    ),
    handoffTools: mergeItems('handoffTools', stored.handoffTools, change.handoffTools, (sent, known, path) => {
      if (sent.parentAgentId !== undefined && sent.parentAgentId !== agentId)
        throw invalidField(`${path}.parentAgentId`, 'must be the id of this agent; omit it')
      if (sent.childAgentId === agentId) throw invalidField(`${path}.childAgentId`, 'must be another agent')
      return {
        childAgentId: sent.childAgentId,
        description: sent.description,
        active: sent.active ?? known?.active ?? true,
      }
    }),
    mcpConfigs: mergeItems('mcpConfigs', stored.mcpConfigs, change.mcpConfigs, (sent) => ({
      connectorId: sent.connectorId,
      toolWhitelist: sent.toolWhitelist,
    })),
  }
}

type Identified = { readonly id: string }
type Sent = { readonly id?: string | null }

/** Merges a sent array into the stored items. `merge` builds one item from the sent and the stored one. */
function itemMerger(newId: () => string) {
  return <Stored extends Identified, Item extends Sent>(
    array: string,
    stored: readonly Stored[],
    sent: readonly Item[] | undefined,
    merge: (sent: Item, known: Stored | undefined, path: string) => Omit<Stored, 'id'>,
  ): (Omit<Stored, 'id'> & Identified)[] => {
    if (sent === undefined) return [...stored]
    const left = new Map(stored.map((item) => [item.id, item]))
    return sent.map((item, index) => {
      const path = `${array}.${index}`
      if (item.id == null) return { id: newId(), ...merge(item, undefined, path) }
      const known = left.get(item.id)
      if (!known) throw invalidField(`${path}.id`, 'no item with this id on the agent; omit `id` to create one')
      left.delete(item.id)
      return { ...known, ...merge(item, known, path), id: known.id }
    })
  }
}
