import type { EntityItem } from 'electrodb'
import { OrganizationEntity } from './organization-entity.ts'

export type OrganizationItem = EntityItem<typeof OrganizationEntity>

/**
 * Every organisation of the service, oldest first: for operators. Those that version 1 stored are listed once `reconcile` has
 * completed their keys.
 */
export async function listOrganizations(): Promise<OrganizationItem[]> {
  return (await OrganizationEntity.query.all({}).go({ pages: 'all' })).data
}
