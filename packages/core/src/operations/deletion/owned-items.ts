/** An item of the table, as it is stored. */
export type StoredItem = Readonly<Record<string, unknown>>

/** The attributes that decide whether an item belongs to an organisation. */
export const DECIDING = ['pk', 'sk', '_e', 'organizationId', 'id', 'phoneNumberId', 'providerTemplateId'] as const

/** Entries that prove what happened. They expire. */
const AUDIT_LOG = 'audit#'

/** The attributes by which items without an `organizationId` refer to an object of an organisation. */
export const REFERENCES: Readonly<Record<string, readonly (typeof DECIDING)[number][]>> = {
  webhook: ['id'],
  number: ['id', 'phoneNumberId'],
  replay: ['id'],
  templateLink: ['providerTemplateId'],
}

/** Returns the ids by which other items refer to an item of the organisation. */
export function referencesOf(item: StoredItem, organizationId: string): string[] {
  if (item.organizationId !== organizationId) return []
  return (REFERENCES[String(item._e)] ?? []).flatMap((name) => {
    const id = item[name]
    return typeof id === 'string' && id !== '' ? [id] : []
  })
}

/** Returns the share of an agent that an item is, or undefined if it is another item. */
export function shareOf({ _e, pk, sk }: StoredItem) {
  if (_e !== 'agentShare') return undefined
  const [, organizationId = '', agentId = ''] = String(pk).split('#')
  const [, userId = ''] = String(sk).split('#')
  return { organizationId, agentId, userId }
}

/**
 * Returns whether an item belongs to the organisation: it names it, or it names no organisation and its partition key
 * contains the id of the organisation or of one of its objects.
 */
export function isOwned(item: StoredItem, organizationId: string, references: ReadonlySet<string>): boolean {
  const { pk, organizationId: owner } = item
  if (typeof pk !== 'string' || pk.startsWith(AUDIT_LOG)) return false
  if (typeof owner === 'string') return owner === organizationId
  return pk.split('#').some((part) => part === organizationId || references.has(part))
}
