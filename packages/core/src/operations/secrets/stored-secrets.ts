import { isObject } from '@replywright/contract/json.ts'
import type { Purpose } from '../../platform/secrets/secrets.ts'

/** The purpose of a kind's secrets, and the attributes that hold them. */
interface Holder {
  readonly purpose: Purpose
  readonly attributes: readonly string[]
}

/**
 * The attributes with ciphertexts of KMS, by the kind of their item (`_e`). Two are missing on purpose. Data keys, and what is sealed with
 * them, are made anew under another key. The PIN of a number that is being claimed is replaced by the next claim.
 */
export const SECRET_HOLDERS: Readonly<Record<string, Holder>> = {
  account: { purpose: 'provider-token', attributes: ['accessToken'] },
  agentBody: { purpose: 'agent-secret', attributes: ['secrets'] },
  agentDraft: { purpose: 'agent-secret', attributes: ['secrets'] },
  agentVersion: { purpose: 'agent-secret', attributes: ['secrets'] },
  deletedWebhook: { purpose: 'webhook-signing', attributes: ['secret', 'headers'] },
  linkSession: { purpose: 'provider-token', attributes: ['accessToken'] },
  mcpConnector: { purpose: 'agent-secret', attributes: ['headers'] },
  modelSettings: { purpose: 'model', attributes: ['apiKey'] },
  number: { purpose: 'provider-token', attributes: ['pin'] },
  providerSettings: {
    purpose: 'provider-app',
    attributes: [
      'appSecret',
      'previousAppSecret',
      'verifyToken',
      'capabilitySecret',
      'previousCapabilitySecret',
      'contactSecret',
    ],
  },
  webhook: { purpose: 'webhook-signing', attributes: ['secret', 'headers'] },
}

/** An item of the table as it is stored. */
export type StoredItem = Readonly<Record<string, unknown>>

/** What the secrets of an item are for, and whose they are: the encryption context of each. */
export interface SecretUse {
  readonly purpose: Purpose
  /** The organisation's id, or `service`. */
  readonly owner: string
}

/** Returns what the secrets of an item are for, or undefined for a kind without secrets. */
export function secretUseOf({ _e, organizationId }: StoredItem): SecretUse | undefined {
  const holder = SECRET_HOLDERS[String(_e)]
  return holder && { purpose: holder.purpose, owner: typeof organizationId === 'string' ? organizationId : 'service' }
}

/** Returns the ciphertexts of an item, in base64. */
export function ciphertextsOf(item: StoredItem): string[] {
  const found: string[] = []
  const note = (text: string) => {
    found.push(text)
    return text
  }
  for (const [, value] of holding(item)) mapCiphertexts(value, note)
  return found
}

/** Returns the attributes of an item whose ciphertexts `replacements` replaces, with their new values. */
export function withCiphertexts(item: StoredItem, replacements: ReadonlyMap<string, string>): StoredItem {
  const changed = holding(item).flatMap(([name, value]) => {
    let isChanged = false
    const replaced = mapCiphertexts(value, (text) => {
      const other = replacements.get(text)
      isChanged ||= other !== undefined
      return other ?? text
    })
    return isChanged ? [[name, replaced] as const] : []
  })
  return Object.fromEntries(changed)
}

function holding(item: StoredItem): (readonly [name: string, value: unknown])[] {
  const { attributes = [] } = SECRET_HOLDERS[String(item._e)] ?? {}
  return attributes.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]] as const]))
}

/** Replaces the ciphertexts of an attribute: a text, a list of texts, or a list of headers with a `value` each. */
function mapCiphertexts(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value)
  if (Array.isArray(value)) return value.map((each) => mapCiphertexts(each, replace))
  return isObject(value) && typeof value.value === 'string' ? { ...value, value: replace(value.value) } : value
}
