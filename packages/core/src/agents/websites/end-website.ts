import { deleteObjects } from '../../platform/objects/objects.ts'
import { removeFromIndex } from '../documents/document-entity.ts'
import { documentObjects } from '../documents/document-objects.ts'
import { listWebsites, WebsiteEntity } from './website-entity.ts'
import { listPages, WebsitePageEntity, type WebsitePageItem } from './website-page-entity.ts'

/** Deletes pages of an agent with their texts. Items are deleted first: a search then ignores the texts. */
export async function removePages(
  organizationId: string,
  agentId: string,
  pages: readonly Pick<WebsitePageItem, 'websiteId' | 'id'>[],
): Promise<void> {
  if (pages.length === 0) return
  await deletePageItems(organizationId, agentId, pages)
  const ids = pages.map(({ id }) => id)
  await removeFromIndex(organizationId, agentId, ids)
  await deleteObjects(documentObjects(organizationId, agentId, ids))
}

async function deletePageItems(
  organizationId: string,
  agentId: string,
  pages: readonly Pick<WebsitePageItem, 'websiteId' | 'id'>[],
): Promise<void> {
  await Promise.all(
    pages.map(({ websiteId, id }) => WebsitePageEntity.delete({ organizationId, agentId, websiteId, id }).go()),
  )
}

/** Deletes what is stored of a website that its agent no longer has. */
export async function endWebsite(organizationId: string, agentId: string, websiteId: string): Promise<void> {
  await removePages(organizationId, agentId, await listPages(organizationId, agentId, websiteId))
  const websites = await listWebsites(organizationId, agentId)
  await deleteWebsites(websites.filter((website) => website.websiteId === websiteId))
}

/** Deletes what is stored of all websites of an agent that was deleted with its index. */
export async function endWebsites(organizationId: string, agentId: string): Promise<void> {
  const [websites, pages] = await Promise.all([
    listWebsites(organizationId, agentId),
    listPages(organizationId, agentId),
  ])
  await deleteWebsites(websites)
  await deletePageItems(organizationId, agentId, pages)
  const ids = pages.map(({ id }) => id)
  await deleteObjects(documentObjects(organizationId, agentId, ids))
}

async function deleteWebsites(websites: Awaited<ReturnType<typeof listWebsites>>): Promise<void> {
  await Promise.all(
    websites.map(({ organizationId, agentId, websiteId, key }) =>
      WebsiteEntity.delete({ organizationId, agentId, websiteId, key }).go(),
    ),
  )
}
