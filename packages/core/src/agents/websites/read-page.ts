import type { EpochMs } from '@replywright/contract/time.ts'
import type { Guard } from '../../platform/outbound/address-guard.ts'
import { MOST_CHARACTERS } from '../documents/document-entity.ts'
import { charactersOf, storePassages } from '../documents/store-passages.ts'
import { fetchFile, hashOf, readPageText } from './fetch-page.ts'
import type { RobotsRules } from './robots-rules.ts'
import { hasText, pageId, WebsitePageEntity, type WebsitePageItem } from './website-page-entity.ts'

/** A page to read. */
export interface NamedPage {
  readonly organizationId: string
  readonly agentId: string
  readonly websiteId: string
  readonly url: string
}

interface PageOptions {
  readonly now: EpochMs
  readonly guard: Guard
  readonly robots: RobotsRules
  /** Length of the other documents and pages of the agent. */
  readonly otherCharacters: number
}

type PageChange = Partial<
  Pick<
    WebsitePageItem,
    | 'title'
    | 'etag'
    | 'characters'
    | 'embeddedBy'
    | 'missing'
    | 'readAt'
    | 'failure'
    | 'validator'
    | 'modified'
    | 'unlistedAt'
  >
>

/**
 * Reads a page and stores its text, or why it has none. A text that was read before is kept. The passages are stored before the
 * item, so that a reading that is interrupted is repeated. Returns whether its server responds.
 */
export async function readPage(
  page: NamedPage,
  known: WebsitePageItem | undefined,
  options: PageOptions,
): Promise<{ readonly isDown: boolean }> {
  const { now, guard, robots } = options
  if (!robots.allows(page.url)) {
    await failPage(page, known, 'robots.txt of the website does not allow to read the page, or it cannot be read.', now)
    return { isDown: false }
  }
  const fetched = await fetchFile(page.url, known, guard)
  if (fetched.kind === 'failed') await failPage(page, known, fetched.reason, now)
  else if (fetched.kind === 'unchanged') await storePage(page, known, unchanged(now), now)
  else await storePage(page, known, await readFetched(page, known, fetched, options), now)
  return { isDown: fetched.kind === 'failed' && fetched.isDown }
}

/** Stores why a page was not read. */
export async function failPage(
  page: NamedPage,
  known: WebsitePageItem | undefined,
  failure: string,
  now: EpochMs,
): Promise<void> {
  await storePage(page, known, { failure }, now)
}

function unchanged(now: EpochMs): PageChange {
  return { readAt: now, failure: undefined }
}

async function readFetched(
  page: NamedPage,
  known: WebsitePageItem | undefined,
  file: Extract<Awaited<ReturnType<typeof fetchFile>>, { kind: 'file' }>,
  { now, otherCharacters }: PageOptions,
): Promise<PageChange> {
  const { validator, modified } = file
  const etag = hashOf(file.bytes)
  if (known?.etag === etag) return { ...unchanged(now), validator, modified }
  // A page that kills its reader is not read again today.
  await failPage(page, known, 'The page takes too long to read.', now)
  const text = await readPageText(file)
  if (text.reason !== undefined) return { failure: text.reason }
  const { passages, title, missing } = text
  const characters = charactersOf(passages)
  if (otherCharacters + characters > MOST_CHARACTERS)
    return { failure: 'The documents and pages of the agent have more than 50 million characters. Delete others.' }
  const { organizationId, agentId, websiteId, url } = page
  const stored = { id: pageId(websiteId, url), etag, passages }
  const { embeddedBy } = await storePassages(organizationId, agentId, stored)
  return {
    title: title.slice(0, LONGEST_TITLE),
    etag,
    characters,
    embeddedBy,
    missing,
    validator,
    modified,
    ...unchanged(now),
  }
}

const LONGEST_TITLE = 200

/** Stores a change of a page. Undefined removes a value. */
async function storePage(
  page: NamedPage,
  known: WebsitePageItem | undefined,
  change: PageChange,
  now: EpochMs,
): Promise<void> {
  const kept = known && hasText(known) ? known : {}
  await WebsitePageEntity.put({
    ...kept,
    ...page,
    id: pageId(page.websiteId, page.url),
    ...change,
    unlistedAt: undefined,
    checkedAt: now,
  }).go()
}
