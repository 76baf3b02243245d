import type { EntityItem } from 'electrodb'
import { scanTable } from '../scan-table.ts'
import { OrganizationEntity } from './organization-entity.ts'

export type OrganizationItem = EntityItem<typeof OrganizationEntity>

/**
 * Every organisation of the service, oldest first. Reads the whole table, because nothing lists them: for operators.
 * `onPage` is told the items read so far.
 */
export async function listOrganizations(
  onPage: (scanned: number) => void = () => {},
): Promise<{ organizations: OrganizationItem[]; scanned: number; readUnits: number }> {
  const attributes = ['pk', 'sk', '_e', '_v', 'id', 'name', 'isPersonal', 'createdAt']
  const organizations: OrganizationItem[] = []
  let scanned = 0
  let readUnits = 0
  for await (const page of scanTable({ filter: '#_e = :entity', values: { ':entity': 'organization' }, attributes })) {
    organizations.push(...OrganizationEntity.parse({ Items: [...page.items] }).data)
    scanned += page.scanned
    readUnits += page.readUnits
    onPage(scanned)
  }
  return { organizations: organizations.toSorted((a, b) => a.createdAt - b.createdAt), scanned, readUnits }
}
