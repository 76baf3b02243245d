import type { EntityItem } from 'electrodb'
import { OrganizationEntity } from './organization-entity.ts'

type OrganizationItem = EntityItem<typeof OrganizationEntity>

/** Lists all, oldest first, for operators; those of version 1 after `reconcile` has completed their keys. */
export async function listOrganizations(): Promise<OrganizationItem[]> {
  return (await OrganizationEntity.query.all({}).go({ pages: 'all' })).data
}
