import { MASKED } from '@messaging/contract/agents-sub-resources.ts'
import { invalidField } from '../../platform/errors.ts'
import { isObject } from '../../platform/json.ts'
import type { AgentSettings } from './agent-settings.ts'
import { replaceFixedValues } from './fixed-values.ts'

/** The secrets of an agent by their places (`placeOf`). */
export type AgentSecrets = Readonly<Record<string, unknown>>

export interface Found {
  /** Its key among the secrets. It contains the item's id, so that it does not depend on the position in an array. */
  readonly place: string
  /** Its path in the agent's JSON, with dots. */
  readonly path: string
  readonly value: unknown
  readonly isPublic: boolean
}

/** Replaces each secret in the settings: secrets of outbound triggers and fixed values of HTTP tools. */
export function replaceSecrets(settings: AgentSettings, replace: (found: Found) => unknown): AgentSettings {
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

/** Returns the key of a secret. Keys of headers have no section, because stored agents have such keys. */
function placeOf(toolId: string, [section = '', ...steps]: readonly string[]): string {
  return JSON.stringify(section === 'request_headers' ? [toolId, ...steps] : [section, toolId, ...steps])
}

function pathOf(steps: readonly string[]): string {
  return steps[0] === 'url' ? 'url' : [...steps, 'input', 'value'].join('.')
}

/** Splits settings into the part that is stored in plain text and the secrets. */
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
 * Returns the stored secrets of items in `settings` at places that this release does not know. A later release stored
 * them, and this release must keep them. `before` are the settings as they were read.
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

/** Puts the secrets back into stored settings. Agents stored earlier have some fixed values in `bare` itself. */
export function putSecrets(bare: AgentSettings, secrets: AgentSecrets): AgentSettings {
  return replaceSecrets(bare, ({ place, value }) => (place in secrets ? secrets[place] : value))
}

/** Masks the secrets of stored settings for callers who must not see them. */
export function maskSecrets(bare: AgentSettings): AgentSettings {
  return replaceSecrets(bare, ({ value, isPublic }) => (isPublic ? value : MASKED))
}

/** Restores masked values from the stored secrets. @throws ServiceError 400 for a masked value without a stored one */
export function keepMasked(settings: AgentSettings, stored: AgentSecrets): AgentSettings {
  return replaceSecrets(settings, ({ place, value, path }) => {
    if (value !== MASKED) return value
    if (!(place in stored)) throw invalidField(path, 'is masked, but no value is stored; send the value itself')
    return stored[place]
  })
}
