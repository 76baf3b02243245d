import { isObject } from '@replywright/contract/json.ts'
import { MASKED, replaceInUrl } from '@replywright/contract/masked-url.ts'
import { invalidField } from '../platform/errors.ts'
import { AGENT_FIELDS, type AgentSettings, asSettings, type Field } from './agent-settings.ts'

/** The secrets of an agent by their keys (`keyOf`). */
export type AgentSecrets = Readonly<Record<string, unknown>>

interface Found {
  /** Its key among the secrets. It contains the item's id, so that it does not depend on the position in an array. */
  readonly key: string
  /** Its path in the agent's JSON, with dots. */
  readonly path: string
  readonly value: unknown
  readonly isPublic: boolean
}
type Replace = (found: Found) => unknown

/** Replaces each secret in the settings: the fields of items that the contract marks as `secret`. */
export function replaceSecrets(settings: AgentSettings, replace: Replace): AgentSettings {
  const stored = new Map<string, unknown>(Object.entries(settings))
  const replaced = AGENT_FIELDS.flatMap(({ name, items = [] }) => {
    const [value, secrets] = [stored.get(name), items.filter(({ secret }) => secret)]
    if (!Array.isArray(value) || secrets.length === 0) return []
    return [[name, value.map((item, index) => replaceInItem(item, `${name}.${index}`, secrets, replace))]]
  })
  return asSettings({ ...settings, ...Object.fromEntries(replaced) })
}

function replaceInItem(item: unknown, path: string, secrets: readonly Field[], replace: Replace): unknown {
  if (!isObject(item)) return item
  const id = String(item.id)
  const replaced = secrets.map(({ name, secret }) => {
    const value = item[name]
    if (secret === 'text')
      return [name, String(replace({ key: keyOf(id, name, []), path: `${path}.${name}`, value, isPublic: false }))]
    const inField = ({ steps, ...fixed }: FixedValue) =>
      replace({ ...fixed, key: keyOf(id, name, steps), path: `${path}.${name}.${pathOf(steps)}` })
    if (secret === 'url') {
      const inUrl = ({ steps, ...part }: FixedValue) =>
        replace({ ...part, key: keyOf(id, name, steps), path: `${path}.${name}` })
      return [name, replaceInField(String(value), inUrl, [])]
    }
    return [name, replaceFixedValues(value, inField)]
  })
  return { ...item, ...Object.fromEntries(replaced) }
}

/** Returns the key of a secret. Some keys have no field or section, because stored agents have such keys. */
function keyOf(id: string, field: string, [section, ...steps]: readonly string[]): string {
  if (section === undefined) return JSON.stringify(field === 'secret' ? [id] : [field, id])
  const prefix = [...(field === 'apiSchema' ? [] : [field]), ...(section === 'request_headers' ? [] : [section])]
  return JSON.stringify([...prefix, id, ...steps])
}

function pathOf(steps: readonly string[]): string {
  return steps[0] === 'url' ? 'url' : [...steps, 'input', 'value'].join('.')
}

/** Splits settings into the part that is stored in plain text and the secrets. */
export function splitSecrets(settings: AgentSettings): { bare: AgentSettings; secrets: AgentSecrets } {
  const secrets = new Map<string, unknown>()
  const bare = replaceSecrets(settings, ({ key, value, isPublic }) => {
    if (isPublic) return value
    secrets.set(key, value)
    return ''
  })
  return { bare, secrets: Object.fromEntries(secrets) }
}

/**
 * Returns the stored secrets of items in `after` whose keys this release does not know. A later release stored them, and
 * this release must preserve them.
 */
export function unknownSecrets(before: AgentSettings, after: AgentSettings, stored: AgentSecrets): AgentSecrets {
  const known = new Set([...keysIn(before), ...keysIn(after)])
  const ids = Object.values(after)
    .flat()
    .flatMap((item: unknown) => (isObject(item) && typeof item.id === 'string' ? item.id : []))
  return Object.fromEntries(
    Object.entries(stored).filter(([key]) => !known.has(key) && ids.some((id) => key.includes(JSON.stringify(id)))),
  )
}

function keysIn(settings: AgentSettings): string[] {
  const keys: string[] = []
  replaceSecrets(settings, ({ key, value }) => {
    keys.push(key)
    return value
  })
  return keys
}

/** Adds the secrets to stored settings. Agents stored earlier have some fixed values in `bare` itself. */
export function joinSecrets(bare: AgentSettings, secrets: AgentSecrets): AgentSettings {
  return replaceSecrets(bare, ({ key, value }) => (key in secrets ? secrets[key] : value))
}

/** Masks the secrets of settings for callers who must not see them. */
export function maskSecrets(settings: AgentSettings): AgentSettings {
  return replaceSecrets(settings, ({ value, isPublic }) => (isPublic ? value : MASKED))
}

/** Restores masked values from the stored secrets. @throws ServiceError 400 for a masked value without a stored one */
export function unmaskSecrets(settings: AgentSettings, stored: AgentSecrets): AgentSettings {
  return replaceSecrets(settings, ({ key, value, path }) => {
    if (value !== MASKED) return value
    if (!(key in stored)) throw invalidField(path, 'is masked, but no value is stored; send the value itself')
    return stored[key]
  })
}

/** A fixed value of an `apiSchema`. */
export interface FixedValue {
  /** The keys to it, such as `request_headers`, `Authorization`. In a URL: `url` with `userinfo` or `query`. */
  readonly steps: readonly string[]
  readonly value: unknown
  /** Whether everyone may read it (`input.public`). Parts of a URL are never public. */
  readonly isPublic: boolean
}

const SECTIONS = ['path_params', 'query_params', 'request_headers', 'request_body']

/** Replaces each fixed value of an `apiSchema`: those of its parameters, and userinfo and query of its URL. */
export function replaceFixedValues(apiSchema: unknown, replace: (fixed: FixedValue) => unknown): unknown {
  if (!isObject(apiSchema)) return apiSchema
  const pieces = Object.entries(apiSchema).map(([key, piece]) => {
    if (key === 'url' && typeof piece === 'string') return [key, replaceInField(piece, replace, ['url'])] as const
    return [key, SECTIONS.includes(key) ? replaceParameters(piece, [key], replace) : piece] as const
  })
  return Object.fromEntries(pieces)
}

function replaceParameters(piece: unknown, steps: readonly string[], replace: (fixed: FixedValue) => unknown): unknown {
  const inner = (child: unknown, key: string) => replaceParameters(child, [...steps, key], replace)
  if (Array.isArray(piece)) return piece.map((child, index) => inner(child, String(index)))
  if (!isObject(piece)) return piece
  const { input } = piece
  if (isObject(input) && input.type === 'value' && 'value' in input) {
    const value = replace({ steps, value: input.value, isPublic: input.public === true })
    return { ...piece, input: { ...input, value } }
  }
  return Object.fromEntries(Object.entries(piece).map(([key, child]) => [key, inner(child, key)]))
}

function replaceInField(url: string, replace: (fixed: FixedValue) => unknown, steps: readonly string[]): string {
  return replaceInUrl(url, (part, value) => String(replace({ steps: [...steps, part], value, isPublic: false })))
}
