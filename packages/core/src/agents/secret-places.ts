import { MASKED } from '@messaging/contract/agents-sub-resources.ts'
import { invalidField } from '../errors.ts'
import type { AgentSettings } from './agent-settings.ts'

/** The secrets of an agent by their places (`placeOf`). */
export type AgentSecrets = Readonly<Record<string, unknown>>

/** What shall stand at a secret's place. `path` is where it is in the agent's JSON, with dots. */
type Replace = (place: string, value: unknown, path: string) => unknown

/**
 * The settings with every secret replaced: the secrets of outbound triggers, and the fixed values of the request headers of
 * tools. A place is named by its item's id, so that it is the same wherever the item stands in its array.
 */
function replaceSecrets(settings: AgentSettings, replace: Replace): AgentSettings {
  return {
    ...settings,
    tools: settings.tools.map((tool, index) => ({
      ...tool,
      apiSchema: replaceFixedHeaders(tool.apiSchema, [tool.id], `tools.${index}.apiSchema`, replace),
    })),
    outboundTriggers: settings.outboundTriggers.map((trigger, index) => ({
      ...trigger,
      secret: String(replace(placeOf([trigger.id]), trigger.secret, `outboundTriggers.${index}.secret`)),
    })),
  }
}

function placeOf(steps: readonly string[]): string {
  return JSON.stringify(steps)
}

function replaceFixedHeaders(apiSchema: unknown, steps: readonly string[], path: string, replace: Replace): unknown {
  if (!isObject(apiSchema) || !('request_headers' in apiSchema)) return apiSchema
  const headers = replaceFixed(apiSchema.request_headers, steps, `${path}.request_headers`, replace)
  return { ...apiSchema, request_headers: headers }
}

function replaceFixed(value: unknown, steps: readonly string[], path: string, replace: Replace): unknown {
  const inner = (child: unknown, key: string) => replaceFixed(child, [...steps, key], `${path}.${key}`, replace)
  if (Array.isArray(value)) return value.map((child, index) => inner(child, String(index)))
  if (!isObject(value)) return value
  const { input } = value
  if (isObject(input) && input.type === 'value' && 'value' in input)
    return { ...value, input: { ...input, value: replace(placeOf(steps), input.value, `${path}.input.value`) } }
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, inner(child, key)]))
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The settings as they are stored, and the secrets that were taken out of them. */
export function takeSecrets(settings: AgentSettings): { bare: AgentSettings; secrets: AgentSecrets } {
  const taken = new Map<string, unknown>()
  const bare = replaceSecrets(settings, (place, value) => {
    taken.set(place, value)
    return ''
  })
  return { bare, secrets: Object.fromEntries(taken) }
}

/** Stored settings with their secrets put back. */
export function putSecrets(bare: AgentSettings, secrets: AgentSecrets): AgentSettings {
  return replaceSecrets(bare, (place) => secrets[place] ?? '')
}

/** Stored settings as those see them who may not see secrets. */
export function maskSecrets(bare: AgentSettings): AgentSettings {
  return replaceSecrets(bare, () => MASKED)
}

/** Puts the stored secrets where a masked one was sent back; 400 where none is stored. */
export function keepMasked(settings: AgentSettings, stored: AgentSecrets): AgentSettings {
  return replaceSecrets(settings, (place, value, path) => {
    if (value !== MASKED) return value
    if (!(place in stored)) throw invalidField(path, 'is masked, and nothing is stored here; send the value itself')
    return stored[place]
  })
}
