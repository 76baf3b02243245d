import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { contactId } from '../../conversations/contact-id.ts'
import { listOrganizations } from '../../people/organizations/list-organizations.ts'
import { table } from '../../platform/table/table.ts'
import { ErasureEntity, type ErasureItem } from '../customers/erasure-entity.ts'

type StoredItem = Readonly<Record<string, unknown>>

/** Kinds of items that name customers only by ids, and prove what happened. */
const PROOFS = ['audit', 'erasure']
/** Kinds of items that name a customer by the number or user id alone. */
const BY_NAME = ['customer', 'parked']
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const NAME = /[\w.-]{5,}/g

/**
 * Returns a function that decides whether an item of the restored table belongs to a customer who was erased after the
 * backup. An erasure before the backup is in the restored table, too: what the customer wrote since is restored.
 */
export async function erasedSince(fromTable: string): Promise<(item: StoredItem) => boolean> {
  const organizations = await listOrganizations()
  const pages = await Promise.all(
    organizations.map(({ id }) => ErasureEntity.query.byCustomer({ organizationId: id }).go({ pages: 'all' })),
  )
  const later: ErasureItem[] = []
  for (const erasure of pages.flatMap(({ data }) => data)) if (!(await isIn(fromTable, erasure))) later.push(erasure)
  const ids = new Set(later.flatMap(({ customer, ids: named = [] }) => [customer, ...named]))
  const owners = [...new Set(later.map(({ organizationId }) => organizationId))]
  if (ids.size === 0) return () => false
  return (item) => {
    if (PROOFS.includes(String(item._e))) return false
    const text = JSON.stringify(item)
    if (text.match(UUID)?.some((id) => ids.has(id))) return true
    if (!BY_NAME.includes(String(item._e))) return false
    const names = text.match(NAME) ?? []
    return names.some((contactNumber) =>
      owners.some((organizationId) => ids.has(contactId({ organizationId, contactNumber, id: '' }))),
    )
  }
}

/** Returns whether another table has the same erasure, and not an earlier one of the same customer. */
async function isIn(tableName: string, { organizationId, customer, erasedAt }: ErasureItem): Promise<boolean> {
  const { Key } = ErasureEntity.get({ organizationId, customer }).params()
  const { Item } = await table.client.send(new GetCommand({ TableName: tableName, Key }))
  return Item?.erasedAt === erasedAt
}
