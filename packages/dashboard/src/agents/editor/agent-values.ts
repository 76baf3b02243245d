import type { UseFormReturnType } from '@mantine/form'
import { type Agent, type AgentChange, createAgent, updateAgent } from '@replywright/contract/agents.ts'
import { MOST_STEPS } from '@replywright/contract/agents-sub-resources.ts'
import { stringifyExactJson } from '@replywright/contract/exact-json.ts'
import * as v from 'valibot'
import { ApiError, parseJson } from '../../api/api-error.ts'
import { fieldErrors, sentence } from '../../ui/form-errors.ts'
import { requestProblem } from '../tools/api-schema.ts'

/** Identifies an item of a list while it is edited. `id` is undefined until the item is stored. */
interface Item {
  readonly key: string
  readonly id: string | undefined
}

/** The form values of an agent: its fields, some in another form. Documents are saved immediately and not included. */
export interface AgentValues extends Omit<Agent, 'documents' | keyof EditedValues>, EditedValues {}

type Guardrails = NonNullable<Agent['guardrails']>

interface EditedValues {
  /** Empty: the default model. */
  llmModel: string
  /** Empty: that of the deployment, if it has one. */
  fallbackModel: string
  /** The digits as typed. Empty: no limit. */
  monthlyLimitUsd: string
  /** The digits as typed. */
  stepsPerTurn: string
  /** The digits as typed. Empty: the check is not made. */
  guardrails: Record<keyof Guardrails, string>
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

/** The form values of an item of an agent's list. `Changed` has the fields with another form. */
type Edited<List extends keyof Agent, Changed = unknown> = Agent[List] extends (infer T)[]
  ? Item & Omit<T, 'id' | keyof Changed> & Changed
  : never

/** Numbers are the digits as typed. */
export type ToolValues = Edited<
  'tools',
  {
    apiSchema: string
    creditCost: string
    /** Of the saved tool. */
    problem?: string | undefined
  }
>
/** `pages` has one URL in each line. */
export type WebsiteToolValues = Omit<
  Edited<'websiteTools', { pages: string }>,
  'readAt' | 'reading' | 'problem' | 'readPages'
>
export type ImageToolValues = Edited<'imageGenerateTools', { creditCost: string }>
export type HandoffValues = Omit<Edited<'handoffTools'>, 'parentAgentId'>
export type McpValues = Edited<'mcpConfigs', { toolWhitelist: unknown }>
/** `memoryKey` is the key's name. `key` identifies the item. */
type MemoryKeyValues = Omit<Edited<'memoryKeys'>, 'key'> & { key: string; memoryKey: string }
type WakeUpValues = Edited<'wakeUpConfigs'>
/** The URL is empty until the trigger is stored, the secret if the service generates one. */
export type TriggerValues = Edited<'outboundTriggers'>

/** Returns the initial form values of an agent. */
export function valuesOf({ documents: _, ...agent }: Agent): AgentValues {
  return {
    ...agent,
    llmModel: agent.llmModel ?? '',
    fallbackModel: agent.fallbackModel ?? '',
    monthlyLimitUsd: agent.monthlyLimitUsd === null ? '' : String(agent.monthlyLimitUsd),
    stepsPerTurn: String(agent.stepsPerTurn),
    guardrails: {
      contentFilter: thresholdText(agent.guardrails?.contentFilter),
      promptAttack: thresholdText(agent.guardrails?.promptAttack),
      sensitiveInformation: thresholdText(agent.guardrails?.sensitiveInformation),
    },
    tools: agent.tools.map((tool) => ({
      ...tool,
      key: tool.id,
      apiSchema: stringifyExactJson(tool.apiSchema, 2),
      creditCost: String(tool.creditCost),
    })),
    websiteTools: agent.websiteTools.map(websiteValues),
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

function websiteValues({
  pages,
  readAt: _,
  reading: __,
  problem: ___,
  readPages: ____,
  ...tool
}: Agent['websiteTools'][number]) {
  return { ...keyed(tool), pages: pages.join('\n') }
}

function memoryValues({ key, ...memory }: Agent['memoryKeys'][number]): MemoryKeyValues {
  return { ...memory, key: memory.id, memoryKey: key }
}

function memoryInput({ key: _, memoryKey, ...memory }: MemoryKeyValues) {
  return { ...memory, key: memoryKey }
}

/** Returns the request body for these values. It may be invalid. */
function inputOf(values: AgentValues) {
  return {
    ...values,
    icebreakers: isTextList(values.icebreakers) ? filled(values.icebreakers) : values.icebreakers,
    llmModel: values.llmModel.trim() || null,
    fallbackModel: values.fallbackModel.trim() || null,
    monthlyLimitUsd: values.monthlyLimitUsd.trim() === '' ? null : Number(values.monthlyLimitUsd),
    stepsPerTurn: numberOf(values.stepsPerTurn),
    guardrails: guardrailsOf(values.guardrails),
    tools: values.tools.map(({ key: _, problem: __, apiSchema, creditCost, ...tool }) => ({
      ...tool,
      apiSchema: parseJson(apiSchema),
      creditCost: numberOf(creditCost),
    })),
    websiteTools: values.websiteTools.map(({ key: _, pages, ...tool }) => ({
      ...tool,
      pages: filled(pages.split('\n')),
    })),
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

function thresholdText(threshold: number | null | undefined): string {
  return threshold === null || threshold === undefined ? '' : String(threshold)
}

/** Returns null if no check is made. */
function guardrailsOf({
  contentFilter,
  promptAttack,
  sensitiveInformation,
}: AgentValues['guardrails']): Guardrails | null {
  const threshold = (text: string) => (text.trim() === '' ? null : Number(text))
  const thresholds = {
    contentFilter: threshold(contentFilter),
    promptAttack: threshold(promptAttack),
    sensitiveInformation: threshold(sensitiveInformation),
  }
  return Object.values(thresholds).every((each) => each === null) ? null : thresholds
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

export type AgentForm = UseFormReturnType<AgentValues>

/** A key for an item that is not stored yet. */
export function newKey(): string {
  return crypto.randomUUID()
}

/** Returns the names of the fields whose values differ. */
export function changedFields(before: AgentValues, after: AgentValues): readonly (keyof AgentValues)[] {
  return differing(draftOf(before), draftOf(after))
}

/** Like `inputOf`, with the JSON texts added, because invalid JSON texts differ in their text only. */
function draftOf(values: AgentValues) {
  return { ...inputOf(values), drafts: values.tools.map(({ apiSchema }) => apiSchema) }
}

function differing(before: ReturnType<typeof draftOf>, after: ReturnType<typeof draftOf>) {
  const same = (name: keyof typeof before) => stringifyExactJson(before[name]) === stringifyExactJson(after[name])
  const fields = FIELDS.filter((name) => !same(name))
  return same('drafts') || fields.includes('tools') ? fields : [...fields, 'tools' as const]
}

/** The fields that callers may write. Documents are saved at once. */
const FIELDS = v.keyof(v.object(updateAgent.body.entries)).options.filter((name) => name !== 'documents')

/** Returns the fields that differ from `before`. Items missing in `stored`, the current agent, are sent as new. */
export function changeOf(before: AgentValues, after: AgentValues, stored: Agent | AgentValues): AgentChange {
  const input = inputOf(after)
  const names = changedFields(before, after)
  const sent = names.map((name) => [name, withKnownIds(input[name], stored[name])])
  return v.parse(updateAgent.body, Object.fromEntries(sent))
}

function withKnownIds(value: unknown, stored: unknown): unknown {
  if (!Array.isArray(value)) return value
  const known = new Set(Array.isArray(stored) ? stored.map(idOf) : [])
  return value.map((item: unknown) => {
    const id = idOf(item)
    return id === undefined || known.has(id) || typeof item !== 'object' ? item : { ...item, id: undefined }
  })
}

function idOf(item: unknown): unknown {
  return typeof item === 'object' && item !== null && 'id' in item ? item.id : undefined
}

/** Returns the validation errors of the values, by form path. */
export function validateAgent(values: AgentValues): Record<string, string> {
  const errors: Record<string, string> = {}
  values.tools.forEach(({ apiSchema }, index) => {
    const json = parseJson(apiSchema)
    const problem = json === undefined ? 'Must be JSON.' : requestProblem(json)
    if (problem !== undefined) errors[`tools.${index}.apiSchema`] = problem
  })
  for (const field of ['memoryKeys', 'outcomeKeys'] as const) {
    const names = values[field].map(({ memoryKey }) => memoryKey.trim())
    names.forEach((name, index) => {
      if (name !== '' && names.indexOf(name) < index) errors[`${field}.${index}.memoryKey`] = 'Duplicate.'
    })
  }
  const checked = v.safeParse(createAgent.body, inputOf(values))
  for (const issue of checked.issues ?? []) {
    const path = formPath(v.getDotPath(issue) ?? '')
    errors[path] ??= sentence(wordsOf(path, issue.message))
  }
  return errors
}

/** Returns the form path of an API field. The key of a memory or outcome key is `memoryKey`, and pages are one text. */
function formPath(path: string): string {
  return path
    .replace(/^((?:memory|outcome)Keys\.\d+\.)key$/, '$1memoryKey')
    .replace(/^(websiteTools\.\d+\.pages)\.\d+$/, '$1')
}

function wordsOf(path: string, message: string): string {
  if (path.endsWith('.creditCost')) return 'must be a whole number'
  if (path.startsWith('guardrails.')) return 'must be a number from 0 to 1'
  if (path === 'stepsPerTurn') return `must be a whole number from 1 to ${MOST_STEPS}`
  return message.startsWith('Invalid UUID') ? 'required' : message
}

/** Returns the field errors of the service's response, by form path. */
export function refusedFields(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  const paths = error.details.map(({ path }) => path)
  const errors = Object.entries(fieldErrors(error, paths))
  return Object.fromEntries(errors.map(([path, message]) => [formPath(path), message]))
}
