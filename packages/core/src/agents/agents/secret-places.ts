import { MASKED } from '@messaging/contract/agents-sub-resources.ts'
import { invalidField } from '../../platform/errors.ts'
import { isObject } from '../../platform/json.ts'
import type { AgentSettings } from './agent-settings.ts'
import { replaceFixedValues } from './fixed-values.ts'

/** The secrets of an agent by their places (`placeOf`). */
export type AgentSecrets = Readonly<Record<string, unknown>>

/** A value that may be secret. */
interface Found {
  /** Its name among the secrets. It holds the item's id, so that it is the same wherever the item stands in its array. */
  readonly place: string
  /** Where it is in the agent's JSON, with dots. */
  readonly path: string
  readonly value: unknown
  readonly isPublic: boolean
}

/** The settings with each secret replaced: secrets of outbound triggers and fixed values of HTTP tools. */
function replaceSecrets(settings: AgentSettings, replace: (found: Found) => unknown): AgentSettings {
  return {
    ...settings,
    tools: settings.tools.map((tool, index) => ({
      ...tool,
      apiSchema: replaceFixedValues(tool.apiSchema, ({ steps, ...fixed }) =>
        replace({ ...fixed, place: placeOf(tool.id, steps), path: `tools.${index}.apiSchema.${pathOf(steps)}` }),
      ),
    })),
    outboundTriggers: settings.outboundTriggers.map((trigger, index) => {
      const found = { place: JSON.stringify([trigger.id]), path: `outboundTriggers.${index}.secret`, isPublic: false }
      return { ...trigger, secret: String(replace({ ...found, value: trigger.secret })) }
    }),
  }
}

/** Headers have no section in their places, because they were secret before the others were. */
function placeOf(toolId: string, [section = '', ...steps]: readonly string[]): string {
  return JSON.stringify(section === 'request_headers' ? [toolId, ...steps] : [section, toolId, ...steps])
}

function pathOf(steps: readonly string[]): string {
  return steps[0] === 'url' ? 'url' : [...steps, 'input', 'value'].join('.')
}

/** The settings as they are stored, and the secrets that were taken out of them. */
export function takeSecrets(settings: AgentSettings): { bare: AgentSettings; secrets: AgentSecrets } {
  const taken = new Map<string, unknown>()
  const bare = replaceSecrets(settings, ({ place, value, isPublic }) => {
    if (isPublic) return value
    taken.set(place, value)
    return ''
  })
  return { bare, secrets: Object.fromEntries(taken) }
}

/**
 * The stored secrets that belong to items of `settings` but to no place that is known here: a later release took them out, and
 * older code must keep them. `before` are the settings as they were read.
 */
export function unknownSecrets(before: AgentSettings, settings: AgentSettings, stored: AgentSecrets): AgentSecrets {
  const known = new Set([...placesIn(before), ...placesIn(settings)])
  const ids = Object.values(settings)
    .flat()
    .flatMap((item: unknown) => (isObject(item) && typeof item.id === 'string' ? item.id : []))
  return Object.fromEntries(
    Object.entries(stored).filter(
      ([place]) => !known.has(place) && ids.some((id) => place.includes(JSON.stringify(id))),
    ),
  )
}

function placesIn(settings: AgentSettings): string[] {
  const places: string[] = []
  replaceSecrets(settings, ({ place, value }) => {
    places.push(place)
    return value
  })
  return places
}

/** Stored settings with their secrets put back. Agents stored earlier have some fixed values in `bare` itself. */
export function putSecrets(bare: AgentSettings, secrets: AgentSecrets): AgentSettings {
  return replaceSecrets(bare, ({ place, value }) => (place in secrets ? secrets[place] : value))
}

/** Stored settings as those see them who may not see secrets. */
export function maskSecrets(bare: AgentSettings): AgentSettings {
  return replaceSecrets(bare, ({ value, isPublic }) => (isPublic ? value : MASKED))
}

/** Puts the stored secrets where a masked one was sent back; 400 where none is stored. */
export function keepMasked(settings: AgentSettings, stored: AgentSecrets): AgentSettings {
  return replaceSecrets(settings, ({ place, value, path }) => {
    if (value !== MASKED) return value
    if (!(place in stored)) throw invalidField(path, 'is masked, and nothing is stored here; send the value itself')
    return stored[place]
  })
}
