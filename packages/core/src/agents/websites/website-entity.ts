import type { AgentWebsitePage } from '@replywright/contract/agents-sub-resources.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { CreateEntityItem, EntityItem } from 'electrodb'
import * as v from 'valibot'
import { dateOf, derivedId, expiryAfter, timeOrNull } from '../../platform/clock.ts'
import { type Out, outAttribute, outTo, type ReconciledKind } from '../../platform/outbox/out.ts'
import { entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute } from '../../platform/table/table.ts'
import { isBeingRead } from './plan-website.ts'
import { hourOf, type NamedWebsite } from './website-config.ts'

/**
 * A website tool whose pages are read daily, in the agent's partition. Its key (`websiteKey`) changes when other pages
 * are named, so that `out` has them read. Access: by its key; all of an agent; all of an hour of the day. Kept as long as the agent has the website.
 */
export const WebsiteEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'website', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    agentId: { type: 'string', required: true, readOnly: true },
    websiteId: { type: 'string', required: true, readOnly: true },
    key: { type: 'string', required: true, readOnly: true },
    /** The hour of the day (UTC) in which it is read. */
    hour: { type: 'number', required: true, readOnly: true },
    createdAt: { type: 'number', required: true, readOnly: true },
    /** When the current or last reading began and ended. */
    startedAt: { type: 'number' },
    finishedAt: { type: 'number' },
    /** When a reading was last requested. It begins if this is later than `startedAt`. */
    requestedAt: { type: 'number' },
    /** When the last reading ended, also while another one runs. */
    readAt: { type: 'number' },
    /** Time until which a worker reads it. */
    leaseUntil: { type: 'number' },
    /** The URLs of the pages to read, as a JSON array. */
    urls: { type: 'string' },
    /** What was not read of it, as text for its owner. */
    problem: { type: 'string' },
    out: { ...outAttribute, required: true, readOnly: true },
  },
  indexes: {
    byAgent: { pk: key('pk', 'agent#${organizationId}#${agentId}'), sk: key('sk', 'website#${websiteId}#${key}') },
    byHour: {
      index: 'gsi1',
      pk: key('gsi1pk', 'websites#${hour}'),
      sk: key('gsi1sk', '${organizationId}#${agentId}#${websiteId}#${key}'),
    },
  },
}))
export type WebsiteItem = EntityItem<typeof WebsiteEntity>
export type NewWebsiteItem = CreateEntityItem<typeof WebsiteEntity>

/** The key of a website's item. */
export type WebsiteItemKey = Pick<WebsiteItem, 'organizationId' | 'agentId' | 'websiteId' | 'key'>

/** Creates the item of a website. Writing it has the website read, or its pages deleted. */
export function newWebsite(organizationId: string, agentId: string, named: NamedWebsite, now: EpochMs): NewWebsiteItem {
  const ids = { organizationId, agentId, ...named }
  return { ...ids, hour: hourOf(named.websiteId), createdAt: now, out: websiteOut(ids) }
}

/** Builds the `out` that has a website read. */
function websiteOut({ organizationId, agentId, websiteId, key }: WebsiteItemKey): Out {
  return outTo('documents', organizationId, { kind: 'website', organizationId, agentId, websiteId, key })
}

/** The retention of the table's stream, from which the relay reads. */
const REQUEST_DAYS = 1

/**
 * A request to read a website again. It is a separate item because the relay sends the messages of new items only. Access:
 * none; only its `out` is used.
 */
export const WebsiteRequestEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'websiteRequest', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    agentId: { type: 'string', required: true, readOnly: true },
    websiteId: { type: 'string', required: true, readOnly: true },
    requestedAt: { type: 'number', required: true, readOnly: true },
    expiresAt: { ...expiresAtAttribute, required: true },
    out: { ...outAttribute, required: true, readOnly: true },
  },
  indexes: {
    byTime: {
      pk: key('pk', 'agent#${organizationId}#${agentId}'),
      sk: key('sk', 'websiteRequest#${websiteId}#${requestedAt}'),
    },
  },
}))

/** Creates a request to read a website. Writing it has the website read. */
export function newWebsiteRequest(
  website: WebsiteItemKey,
  now: EpochMs,
): CreateEntityItem<typeof WebsiteRequestEntity> {
  const { organizationId, agentId, websiteId } = website
  const expiresAt = expiryAfter(now, REQUEST_DAYS)
  return { organizationId, agentId, websiteId, requestedAt: now, expiresAt, out: websiteOut(website) }
}

const Urls = v.array(v.string())

/** Returns the URLs of the pages of a website that were found last. */
export function urlsOf({ urls = '[]' }: Pick<WebsiteItem, 'urls'>): string[] {
  return v.parse(Urls, JSON.parse(urls))
}

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

/** Returns the items of an agent's websites. */
export async function listWebsites(organizationId: string, agentId: string): Promise<WebsiteItem[]> {
  const { data } = await WebsiteEntity.query.byAgent({ organizationId, agentId }).go({ pages: 'all' })
  return data
}

export const RECONCILED_WEBSITES: ReconciledKind = {
  name: 'websites',
  entity: 'website',
  filter: '(attribute_not_exists(#finishedAt) OR #requestedAt > #startedAt)',
  values: {},
  attributes: ['createdAt', 'startedAt', 'finishedAt', 'requestedAt', 'out'],
  overdue(stored, { dueBefore }) {
    const { data } = WebsiteEntity.parse({ Item: { ...stored } })
    if (!data || !isBeingRead(data)) return undefined
    const { createdAt, startedAt = 0, requestedAt = 0, out } = data
    return Math.max(createdAt, startedAt, requestedAt) < dueBefore ? out : undefined
  },
}
