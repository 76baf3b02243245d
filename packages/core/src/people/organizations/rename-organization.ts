import { notFound } from '../../platform/errors.ts'
import { OrganizationEntity } from './organization-entity.ts'

/** Returns the name of an organisation, or undefined if it does not exist. */
export async function findOrganizationName(id: string): Promise<{ name: string } | undefined> {
  const { data } = await OrganizationEntity.get({ id }).go({ consistent: true })
  return data ? { name: data.name } : undefined
}

/** Renames an organisation and returns it. */
export async function renameOrganization(
  organizationId: string,
  name: string,
): Promise<{ id: string; name: string; isPersonal: boolean }> {
  const { data } = await OrganizationEntity.patch({ id: organizationId })
    .set({ name })
    .go({ response: 'all_new', returnOnConditionCheckFailure: true })
  if (!data?.name) throw notFound('organisation', 'header X-Organization-Id')
  return { id: organizationId, name, isPersonal: data.isPersonal ?? false }
}
