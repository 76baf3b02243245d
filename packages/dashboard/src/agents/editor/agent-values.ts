import type { Agent, AgentChange } from '@messaging/contract/agents.ts'
import { stringifyExactJson } from '@messaging/contract/exact-json.ts'
import { parseJson } from '../../api/api-error.ts'

/** Identifies an item of a list while it is edited. `id` is undefined until the item is stored. */
interface Item {
  readonly key: string
  readonly id: string | undefined
}

/** The form values of an agent: its fields, some in another form. Documents are saved immediately and not included. */
export interface AgentValues extends Omit<Agent, 'documents' | keyof EditedValues>, EditedValues {}

interface EditedValues {
  /** Empty: the default model. */
  llmModel: string
  /** Empty: that of the deployment, if it has one. */
  fallbackModel: string
  /** The digits as typed. Empty: no limit. */
  monthlyLimitUsd: string
  tools: ToolValues[]
  websiteTools: WebsiteToolValues[]
  imageGenerateTools: ImageToolValues[]
  handoffTools: HandoffValues[]
  mcpConfigs: McpValues[]
  memoryKeys: MemoryKeyValues[]
  outcomeKeys: MemoryKeyValues[]
  wakeUpConfigs: WakeUpValues[]
  outboundTriggers: TriggerValues[]
}

export interface ToolValues extends Item {
  name: string
  description: string
  apiSchema: string
  active: boolean
  /** The digits as typed. */
  creditCost: string
  /** Of the saved tool. */
  problem?: string | undefined
}
interface WebsiteToolValues extends Item {
  url: string
  prompt: string
  active: boolean
}
export interface ImageToolValues extends Item {
  name: string
  description: string
  prompt: string
  active: boolean
  creditCost: string
}
export interface HandoffValues extends Item {
  childAgentId: string
  childAgentName: string
  description: string
  active: boolean
}
export interface McpValues extends Item {
  connectorId: string
  connectorName: string
  toolWhitelist: unknown
}
interface MemoryKeyValues extends Item {
  /** The key's name. `key` identifies the item. */
  memoryKey: string
  type: string
  initialValue: string
  whenToUpdate: string
}
interface WakeUpValues extends Item {
  description: string
  enabled: boolean
  forceMessage: boolean
}
export interface TriggerValues extends Item {
  /** Empty until the trigger is stored. */
  url: string
  /** Empty: the service generates one. */
  secret: string
  enabled: boolean
  templateId: string
  templateName: string
}

/** Returns the initial form values of an agent. */
export function valuesOf({ documents: _, ...agent }: Agent): AgentValues {
  return {
    ...agent,
    llmModel: agent.llmModel ?? '',
    fallbackModel: agent.fallbackModel ?? '',
    monthlyLimitUsd: agent.monthlyLimitUsd === null ? '' : String(agent.monthlyLimitUsd),
    tools: agent.tools.map((tool) => ({
      ...tool,
      key: tool.id,
      apiSchema: stringifyExactJson(tool.apiSchema, 2),
      creditCost: String(tool.creditCost),
    })),
    websiteTools: agent.websiteTools.map(keyed),
    imageGenerateTools: agent.imageGenerateTools.map((tool) => ({
      ...tool,
      key: tool.id,
      creditCost: String(tool.creditCost),
    })),
    handoffTools: agent.handoffTools.map(({ parentAgentId: _, ...handoff }) => keyed(handoff)),
    mcpConfigs: agent.mcpConfigs.map(keyed),
    memoryKeys: agent.memoryKeys.map(memoryValues),
    outcomeKeys: agent.outcomeKeys.map(memoryValues),
    wakeUpConfigs: agent.wakeUpConfigs.map(keyed),
    outboundTriggers: agent.outboundTriggers.map(keyed),
  }
}

function keyed<T extends { readonly id: string }>(item: T): T & { readonly key: string } {
  return { ...item, key: item.id }
}

function memoryValues({ key, ...memory }: Agent['memoryKeys'][number]): MemoryKeyValues {
  return { ...memory, key: memory.id, memoryKey: key }
}

function memoryInput({ key: _, memoryKey, ...memory }: MemoryKeyValues) {
  return { ...memory, key: memoryKey }
}

/** Returns the request body for these values. It may be invalid. */
export function inputOf(values: AgentValues) {
  return {
    ...values,
    icebreakers: isTextList(values.icebreakers) ? filled(values.icebreakers) : values.icebreakers,
    llmModel: values.llmModel.trim() || null,
    fallbackModel: values.fallbackModel.trim() || null,
    monthlyLimitUsd: values.monthlyLimitUsd.trim() === '' ? null : Number(values.monthlyLimitUsd),
    tools: values.tools.map(({ key: _, problem: __, apiSchema, creditCost, ...tool }) => ({
      ...tool,
      apiSchema: parseJson(apiSchema),
      creditCost: numberOf(creditCost),
    })),
    websiteTools: values.websiteTools.map(({ key: _, ...tool }) => tool),
    imageGenerateTools: values.imageGenerateTools.map(({ key: _, creditCost, ...tool }) => ({
      ...tool,
      creditCost: numberOf(creditCost),
    })),
    handoffTools: values.handoffTools.map(({ key: _, childAgentName: __, ...handoff }) => handoff),
    mcpConfigs: values.mcpConfigs.map(({ key: _, connectorName: __, toolWhitelist, ...config }) => ({
      ...config,
      toolWhitelist: isTextList(toolWhitelist) ? filled(toolWhitelist) : toolWhitelist,
    })),
    memoryKeys: values.memoryKeys.map(memoryInput),
    outcomeKeys: values.outcomeKeys.map(memoryInput),
    wakeUpConfigs: values.wakeUpConfigs.map(({ key: _, ...config }) => config),
    outboundTriggers: values.outboundTriggers.map(({ key: _, url: __, secret, ...trigger }) => ({
      ...trigger,
      ...(secret && { secret }),
    })),
  } satisfies AgentChange
}

function filled(texts: readonly string[]): string[] {
  return texts.map((text) => text.trim()).filter((text) => text !== '')
}

/** Returns NaN for invalid numbers, which the contract's schema rejects. */
function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text)
}

export function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}
