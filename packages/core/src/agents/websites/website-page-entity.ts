import type { AgentWebsitePage } from '@replywright/contract/agents-sub-resources.ts'
import type { EntityItem } from 'electrodb'
import { dateOf, derivedId, timeOrNull } from '../../platform/clock.ts'
import { entity, key } from '../../platform/table/entity.ts'

/**
 * A page of a website, in the agent's partition. Its text is stored as that of a document. Access: by its id; all of a
 * website; all of an agent. Kept as long as its website names it.
 */
export const WebsitePageEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'websitePage', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    agentId: { type: 'string', required: true, readOnly: true },
    websiteId: { type: 'string', required: true, readOnly: true },
    id: { type: 'string', required: true, readOnly: true },
    url: { type: 'string', required: true, readOnly: true },
    title: { type: 'string' },
    /** The hash of the page that its passages are from. Absent if it has no text. */
    etag: { type: 'string' },
    /** Length of its passages. */
    characters: { type: 'number' },
    /** The model that embedded them. Absent if none did. */
    embeddedBy: { type: 'string' },
    /** What is missing in its text, as text for its owner. */
    missing: { type: 'string' },
    /** When its text was read, or found unchanged. */
    readAt: { type: 'number' },
    /** Why it was not read last, as text for its owner. */
    failure: { type: 'string' },
    /** When it was last requested. */
    checkedAt: { type: 'number', required: true },
    /** When the website stopped naming it. */
    unlistedAt: { type: 'number' },
    /** `ETag` and `Last-Modified` of the response that its text is from. */
    validator: { type: 'string' },
    modified: { type: 'string' },
  },
  indexes: {
    byAgent: { pk: key('pk', 'agent#${organizationId}#${agentId}'), sk: key('sk', 'page#${websiteId}#${id}') },
  },
}))
export type WebsitePageItem = EntityItem<typeof WebsitePageEntity>

/** Returns the id of a page: the same for the same URL of a website. */
export function pageId(websiteId: string, url: string): string {
  return derivedId('website page', websiteId, url)
}

/** Returns whether the agent searches a page. */
export function hasText({ etag }: Pick<WebsitePageItem, 'etag'>): boolean {
  return etag !== undefined
}

type StatedPage = Pick<WebsitePageItem, 'etag' | 'missing' | 'failure' | 'readAt'>

/** Returns the status of a page, and what its owner is told. */
export function stateOf(page: StatedPage): Pick<AgentWebsitePage, 'status' | 'problem'> {
  const { missing, failure, readAt = 0 } = page
  if (!hasText(page)) return { status: 'error', problem: failure ?? 'The page was not read.' }
  const kept = failure === undefined ? undefined : `${failure} The agent has its text of ${dateOf(readAt)}.`
  const problem = [kept, missing].filter(Boolean).join(' ')
  return problem ? { status: 'partial', problem } : { status: 'ready' }
}

/** Returns a page as the API shows it. */
export function viewPage(page: WebsitePageItem): AgentWebsitePage {
  const { id, url, title = '', readAt } = page
  return { id, url, title, ...stateOf(page), readAt: timeOrNull(readAt) }
}

/** Returns the pages of an agent's websites, by website and id. */
export async function listPages(
  organizationId: string,
  agentId: string,
  websiteId?: string,
): Promise<WebsitePageItem[]> {
  const of = { organizationId, agentId, ...(websiteId !== undefined && { websiteId }) }
  const { data } = await WebsitePageEntity.query.byAgent(of).go({ pages: 'all' })
  return data
}
