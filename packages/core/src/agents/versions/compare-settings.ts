import type { SettingChange } from '@replywright/contract/agent-versions.ts'
import { stringifyExactJson } from '@replywright/contract/exact-json.ts'
import { isObject } from '@replywright/contract/json.ts'
import { MASKED } from '@replywright/contract/masked-url.ts'
import { maskSecrets, replaceSecrets, splitSecrets } from '../agent-secrets.ts'
import type { AgentSettings } from '../agent-settings.ts'

/** Shown instead of a secret whose value differs from the version before. */
const CHANGED_SECRET = `${MASKED} (changed)`

/** Returns the differences between two versions of an agent's settings, which include their secrets. Masks secrets. */
export function compareSettings(before: AgentSettings, after: AgentSettings): SettingChange[] {
  const { secrets } = splitSecrets(before)
  const old = maskSecrets(before)
  const shown = replaceSecrets(after, ({ key, value, isPublic }) => {
    if (isPublic) return value
    return key in secrets && !same(secrets[key], value) ? CHANGED_SECRET : MASKED
  })
  const newer = new Map<string, unknown>(Object.entries(shown))
  return Object.entries(old).flatMap(([field, value]) => compareField(field, value, newer.get(field)))
}

function compareField(field: string, before: unknown, after: unknown): SettingChange[] {
  if (same(before, after)) return []
  if (!isItems(before) || !isItems(after))
    return [{ field, item: null, property: null, before: textOf(before), after: textOf(after) }]
  const [old, newer] = [byId(before), byId(after)]
  const removed = before.filter(({ id }) => !newer.has(id))
  const changes: SettingChange[] = [
    ...removed.map((item) => ({ field, item: nameOf(item), property: null, before: textOf(bare(item)), after: null })),
    ...after.flatMap((item) => {
      const known = old.get(item.id)
      if (known) return compareItem(field, known, item)
      return { field, item: nameOf(item), property: null, before: null, after: textOf(bare(item)) }
    }),
  ]
  if (changes.length > 0) return changes
  const order = (items: readonly Item[]) => items.map(nameOf).join('\n')
  return [{ field, item: null, property: 'order', before: order(before), after: order(after) }]
}

function compareItem(field: string, before: Item, after: Item): SettingChange[] {
  const properties = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return properties
    .filter((property) => !same(before[property], after[property]))
    .map((property) => ({
      field,
      item: nameOf(after),
      property,
      before: textOf(before[property]),
      after: textOf(after[property]),
    }))
}

type Item = Readonly<Record<string, unknown>> & { readonly id: string }

function isItems(value: unknown): value is readonly Item[] {
  return Array.isArray(value) && value.every((item) => isObject(item) && typeof item.id === 'string')
}

function byId(items: readonly Item[]): ReadonlyMap<string, Item> {
  return new Map(items.map((item) => [item.id, item]))
}

function bare({ id: _, ...item }: Item): object {
  return item
}

/** Returns the first text that identifies an item for a person. */
function nameOf(item: Item): string {
  const texts = [item.name, item.key, item.url, item.templateName, item.description].filter(
    (text) => typeof text === 'string' && text !== '',
  )
  return String(texts[0] ?? item.id)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (stringifyExactJson(value, 2) ?? '')
}

function same(one: unknown, other: unknown): boolean {
  return stringifyExactJson(one) === stringifyExactJson(other)
}
