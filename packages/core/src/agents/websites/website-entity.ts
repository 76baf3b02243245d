import type { EpochMs } from '@replywright/contract/time.ts'
import type { CreateEntityItem, EntityItem } from 'electrodb'
import * as v from 'valibot'
import { expiryAfter } from '../../platform/clock.ts'
import { type Out, outAttribute, outTo } from '../../platform/outbox/out.ts'
import { reconciledKind } from '../../platform/outbox/reconciled-kind.ts'
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

/** Returns the items of an agent's websites. */
export async function listWebsites(organizationId: string, agentId: string): Promise<WebsiteItem[]> {
  const { data } = await WebsiteEntity.query.byAgent({ organizationId, agentId }).go({ pages: 'all' })
  return data
}

export const RECONCILED_WEBSITES = /* @__PURE__ */ reconciledKind({
  name: 'websites',
  entity: 'website',
  filter: '(attribute_not_exists(#finishedAt) OR #requestedAt > #startedAt)',
  values: {},
  attributes: ['createdAt', 'startedAt', 'finishedAt', 'requestedAt', 'out'],
  parse: (Item) => WebsiteEntity.parse({ Item }),
  overdue(website, { dueBefore }) {
    if (!isBeingRead(website)) return undefined
    const { createdAt, startedAt = 0, requestedAt = 0, out } = website
    return Math.max(createdAt, startedAt, requestedAt) < dueBefore ? out : undefined
  },
})
