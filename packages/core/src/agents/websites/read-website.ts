import { setTimeout } from 'node:timers/promises'
import { MOST_DOCUMENTS, MOST_WEBSITE_PAGES } from '@replywright/contract/agents-sub-resources.ts'
import type { WebsiteMessage } from '@replywright/contract/queues.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { Clock } from '../../platform/clock.ts'
import { log } from '../../platform/log/log.ts'
import { type Guard, systemGuard } from '../../platform/outbound/address-guard.ts'
import { acquireSlot, releaseSlot } from '../../platform/queues/organization-slots.ts'
import { listDocumentItems } from '../documents/document-entity.ts'
import { findAgent } from '../find-agent.ts'
import { endWebsite, removePages } from './end-website.ts'
import { findPages } from './find-pages.ts'
import { planUnlisted, unlistedText, urlsLeft, urlsToRead } from './plan-pages.ts'
import { planWebsite, startOf } from './plan-website.ts'
import { failPage, readPage } from './read-page.ts'
import { readRobots } from './robots.ts'
import type { RobotsRules } from './robots-rules.ts'
import { dailyWebsites, websiteKey } from './website-config.ts'
import { urlsOf, WebsiteEntity, type WebsiteItem } from './website-entity.ts'
import { listPages, pageId, WebsitePageEntity, type WebsitePageItem } from './website-page-entity.ts'

/** The worker has two minutes. A page takes at most a minute, with its embeddings. */
const STEP_MILLISECONDS = 45_000
const LEASE_MILLISECONDS = 150_000

/**
 * Processes a website: begins or continues to read it, or deletes the pages of one that ended. Returns the seconds
 * until the next step, or undefined when nothing is left to do. `sentAt` is when the message was sent.
 */
export async function handleWebsite(
  { kind: _, ...key }: WebsiteMessage,
  sentAt: EpochMs,
  clock: Clock,
  guard: Guard = systemGuard,
): Promise<number | undefined> {
  const { organizationId, agentId, websiteId } = key
  const { data: website } = await WebsiteEntity.get(key).go({ consistent: true })
  const agent = await findAgent(organizationId, agentId)
  const tool = agent && dailyWebsites(agent.settings).find(({ id }) => id === websiteId)
  if (!tool) {
    await endWebsite(organizationId, agentId, websiteId)
    return undefined
  }
  if (!website) return undefined
  if (websiteKey(tool) !== website.key) {
    await WebsiteEntity.delete(key).go()
    return undefined
  }
  if (planWebsite(website, clock()) === 'done') return undefined
  const pool = { pool: 'documents', organizationId } as const
  const slot = await acquireSlot(pool, { holder: websiteId, since: sentAt }, clock)
  if (slot.kind === 'wait') return slot.seconds
  try {
    return await step(website, tool, { clock, guard })
  } finally {
    await releaseSlot(pool, websiteId, slot.part)
  }
}

interface Tools {
  readonly clock: Clock
  readonly guard: Guard
}

/** Reads a part of the website under a lease: a message may be received twice. */
async function step(
  known: WebsiteItem,
  tool: { readonly url: string; readonly pages: readonly string[] },
  tools: Tools,
): Promise<number | undefined> {
  const { organizationId, agentId, websiteId, key } = known
  const id = { organizationId, agentId, websiteId, key }
  const now = tools.clock()
  const { data: leased, rejected } = await WebsiteEntity.patch(id)
    .set({ leaseUntil: now + LEASE_MILLISECONDS })
    .where(
      (attributes, { lt, notExists }) => `(${notExists(attributes.leaseUntil)} OR ${lt(attributes.leaseUntil, now)})`,
    )
    .go({ response: 'all_new', returnOnConditionCheckFailure: true })
  if (rejected || !leased) return Math.ceil(LEASE_MILLISECONDS / 1000)
  try {
    const plan = planWebsite(leased, now)
    if (plan === 'done') return undefined
    const website = plan === 'start' ? await start(leased, tool, tools) : leased
    return website && (await readPages(website, now + STEP_MILLISECONDS, tools))
  } finally {
    await WebsiteEntity.patch(id).remove(['leaseUntil']).go({ returnOnConditionCheckFailure: true })
  }
}

/** Begins a reading: finds the pages, and stores which ones are read. Returns undefined if the website ended meanwhile. */
async function start(
  website: WebsiteItem,
  tool: { readonly url: string; readonly pages: readonly string[] },
  { clock, guard }: Tools,
): Promise<WebsiteItem | undefined> {
  const { organizationId, agentId, websiteId, key, startedAt } = website
  const now = clock()
  const found = await findPages(tool, clock, { guard })
  const [documents, pages] = await Promise.all([
    listDocumentItems(organizationId, agentId),
    listPages(organizationId, agentId),
  ])
  const own = pages.filter((page) => page.websiteId === websiteId)
  const room = Math.max(0, MOST_DOCUMENTS - documents.length - (pages.length - own.length))
  const most = Math.min(room, MOST_WEBSITE_PAGES)
  const urls = urlsToRead(found, urlsOf(website), most)
  const isShort = urls.length < found.urls.length
  const problems = [
    ...found.problems,
    ...(isShort ? [`The agent has ${MOST_DOCUMENTS} documents and pages, which is the limit. Delete others.`] : []),
    ...(found.urls.length === 0 && found.problems.length === 0 ? ['The sitemap names no pages.'] : []),
  ]
  const isForgotten = startedAt === undefined || found.isOver
  const { removed, left, returned } = planUnlisted(own, urls, { isForgotten: isForgotten && found.isComplete, now })
  await removePages(organizationId, agentId, removed)
  for (const page of left)
    await patchPage(page)
      .set({ unlistedAt: now, failure: unlistedText(now) })
      .go(LENIENT)
  for (const page of returned) await patchPage(page).remove(['unlistedAt', 'failure']).go(LENIENT)
  const { data } = await WebsiteEntity.patch({ organizationId, agentId, websiteId, key })
    .set({ startedAt: startOf(website, now), urls: JSON.stringify(urls), problem: problems.join(' ') })
    .remove(['finishedAt'])
    .go({ response: 'all_new', returnOnConditionCheckFailure: true })
  log('website.started', { agentId, websiteId, pages: urls.length, removed: removed.length, problems: problems.length })
  return data ?? undefined
}

/** An item that was deleted meanwhile is not written. */
const LENIENT = { returnOnConditionCheckFailure: true } as const

function patchPage({ organizationId, agentId, websiteId, id }: WebsitePageItem) {
  return WebsitePageEntity.patch({ organizationId, agentId, websiteId, id })
}

/** So many pages in a row without a response: the site is down, and the others are not requested. */
const MOST_FAILURES_IN_ROW = 5

/** Reads pages until a time. Returns the seconds until the next step, or undefined after the last page. */
async function readPages(website: WebsiteItem, until: EpochMs, { clock, guard }: Tools): Promise<number | undefined> {
  const { organizationId, agentId, websiteId, key, startedAt = 0 } = website
  const [documents, pages] = await Promise.all([
    listDocumentItems(organizationId, agentId),
    listPages(organizationId, agentId),
  ])
  const known = new Map(pages.filter((page) => page.websiteId === websiteId).map((page) => [page.id, page]))
  const robots = robotsOf(guard)
  const total = sum([...documents, ...pages].map(({ characters = 0 }) => characters))
  let failures = 0
  for (const url of urlsLeft(websiteId, urlsOf(website), [...known.values()], startedAt)) {
    if (clock() >= until) return 1
    const rules = await robots(url)
    const before = known.get(pageId(websiteId, url))
    const page = { organizationId, agentId, websiteId, url }
    const options = { now: clock(), guard, robots: rules, otherCharacters: total - (before?.characters ?? 0) }
    if (failures >= MOST_FAILURES_IN_ROW) await failPage(page, before, 'The website does not respond.', clock())
    else failures = (await readPage(page, before, options)).isDown ? failures + 1 : 0
    if (rules.delaySeconds > 0) await setTimeout(rules.delaySeconds * 1000)
  }
  const finishedAt = clock()
  const { rejected } = await WebsiteEntity.patch({ organizationId, agentId, websiteId, key })
    .set({ finishedAt, readAt: finishedAt })
    .go(LENIENT)
  log('website.read', { agentId, websiteId, pages: urlsOf(website).length, outcome: rejected ? 'ended' : 'read' })
  // The website ended while its last page was stored.
  return rejected ? 1 : undefined
}

/** Returns the rules of the site of a URL, which are read once in a step. */
function robotsOf(guard: Guard): (url: string) => Promise<RobotsRules> {
  const known = new Map<string, Promise<RobotsRules>>()
  return async (url) => {
    const origin = URL.parse(url)?.origin ?? ''
    const rules = known.get(origin) ?? readRobots(url, guard)
    known.set(origin, rules)
    return await rules
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
