import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { parseJson } from '@replywright/contract/json.ts'
import type { Ms } from '@replywright/contract/time.ts'
import * as v from 'valibot'
import { systemClock } from '../../platform/clock.ts'
import { logError } from '../../platform/log/log.ts'
import { putObject } from '../../platform/objects/objects.ts'
import { findObject } from '../../platform/objects/read-objects.ts'
import { settings } from '../../platform/settings.ts'
import { findAgent } from '../find-agent.ts'
import { ModelDownError, ModelRefusedError } from '../models/model-errors.ts'
import { type PictureText, readPicture } from '../models/read-picture.ts'
import { countTokens } from '../usage/count-tokens.ts'
import { isLimitReached } from '../usage/monthly-limit.ts'
import { pageTextsKey } from './document-objects.ts'
import type { NotRead, PictureReader, ReadScan } from './text/pdf/scans/read-scans.ts'

interface PageReader extends PictureReader {
  /**
   * Returns whether pages were left for the next time, because the worker has two minutes for a file.
   * @throws what failed besides the model, such as the storage
   */
  readonly isUnfinished: () => boolean
}

/** No page is begun later. The rest of two minutes is for the last ones, and for embedding. */
const LATEST_MILLISECONDS = 35_000
/** The first page of a time is begun until then: each time reads at least one more page. */
const LATEST_FIRST_MILLISECONDS = 65_000
/** For all calls of a page. */
const LONGEST_CALLS_MILLISECONDS = 25_000
/** Pauses before the second and the third call of a model that is down. */
const PAUSES_MILLISECONDS = [1_000, 4_000]
const LARGEST_TEXTS_BYTES = 20 * 1024 * 1024

/**
 * What came of the pictures of a document's pages: `texts` by the hash of the picture, null if the model read no complete text;
 * `pages` of the file with this ETag have the hashes, null if the picture cannot be made. They are not drawn again.
 */
const PageTexts = v.object({
  etag: v.string(),
  pages: v.record(v.string(), v.nullable(v.string())),
  texts: v.record(v.string(), v.nullable(v.string())),
})

/**
 * Returns what reads pages of a document with the deployment's model, or undefined without one. Each page costs an agent once: its text
 * is stored before the next page is read, and counts for the same file and for one that replaces it.
 */
export async function openPageReader({
  organizationId,
  agentId,
  documentId,
  etag,
}: {
  readonly organizationId: string
  readonly agentId: string
  readonly documentId: string
  /** The ETag of the file. */
  readonly etag: string
}): Promise<PageReader | undefined> {
  const model = settings.SCAN_MODEL
  if (model === undefined) return undefined
  const begun = systemClock()
  const key = pageTextsKey(organizationId, agentId, documentId)
  const stored = await storedTexts(key)
  const texts = new Map(Object.entries(stored?.texts ?? {}))
  const pages = new Map(Object.entries(stored?.etag === etag ? stored.pages : {}))
  let writing = Promise.resolve()
  let hasProgressed = false
  let ended: NotRead | undefined
  let failure: { readonly error: unknown } | undefined

  const keep = async (page: string, hash: string | null) => {
    pages.set(page, hash)
    writing = writing.then(async () => {
      const all: StoredTexts = { etag, pages: Object.fromEntries(pages), texts: Object.fromEntries(texts) }
      await putObject(key, Buffer.from(JSON.stringify(all)), 'application/json')
    })
    await writing
    hasProgressed = true
  }
  const isOverLimit = async () => {
    const agent = await findAgent(organizationId, agentId)
    return !agent || (await isLimitReached(agent, systemClock()))
  }
  const readNew = async (page: string, draw: () => Promise<Uint8Array | undefined>): Promise<ReadScan> => {
    const png = await draw()
    if (!png) {
      await keep(page, null)
      return { why: 'undrawn' }
    }
    const hash = createHash('sha256').update(model).update(png).digest('hex').slice(0, HASH_LENGTH)
    if (!texts.has(hash)) {
      if (await isOverLimit()) ended ??= 'limit'
      if (ended) return { why: ended }
      const read = await callModel(model, png)
      // The other pages would wait for it as long.
      if (!read) {
        ended ??= 'down'
        return { why: 'down' }
      }
      await countTokens({ organizationId, agentId }, read, systemClock())
      texts.set(hash, read.text ?? null)
    }
    await keep(page, hash)
    return scanOf(texts.get(hash))
  }
  return {
    mostPages: settings.SCAN_PAGES,
    read: async (number, draw) => {
      const page = String(number)
      const known = pages.get(page)
      if (known === null) return { why: 'undrawn' }
      if (known !== undefined) return scanOf(texts.get(known))
      const time = judgeTime(systemClock() - begun, hasProgressed)
      if (time === 'over') return { why: 'undrawn' }
      if (time === 'later') ended ??= 'later'
      if (ended && (ended === 'later' || time === 'later')) return { why: ended }
      try {
        return await readNew(page, draw)
      } catch (error) {
        failure ??= { error }
        ended = 'later'
        return { why: ended }
      }
    },
    isUnfinished: () => {
      if (failure) throw failure.error
      return ended === 'later'
    },
  }
}

type StoredTexts = v.InferOutput<typeof PageTexts>

/** Returns whether a page can be begun after this time. `over`: the file takes so long to read that no page ever is. */
function judgeTime(milliseconds: Ms, hasProgressed: boolean): 'now' | 'later' | 'over' {
  if (milliseconds < LATEST_MILLISECONDS) return 'now'
  if (hasProgressed) return 'later'
  return milliseconds < LATEST_FIRST_MILLISECONDS ? 'now' : 'over'
}

const HASH_LENGTH = 32

function scanOf(text: string | null | undefined): ReadScan {
  return typeof text === 'string' ? { text } : { why: 'failed' }
}

async function storedTexts(key: string): Promise<StoredTexts | undefined> {
  const stored = await findObject(key, LARGEST_TEXTS_BYTES)
  const parsed = stored?.bytes && v.safeParse(PageTexts, parseJson(Buffer.from(stored.bytes).toString())?.value)
  return parsed?.success ? parsed.output : undefined
}

const NO_TEXT: PictureText = { text: undefined, inputTokens: 0, outputTokens: 0, microUsd: 0 }
/** Statuses of other refusals concern the deployment, such as a wrong key: other pages would be refused, too. */
const PICTURE_STATUSES = [400, 413, 415, 422]

function refusesPicture({ isFiltered, status = 0 }: ModelRefusedError): boolean {
  return isFiltered || PICTURE_STATUSES.includes(status)
}

/** Returns what the model reads, without a text if it refuses the picture, or undefined if it is down or refuses all. */
async function callModel(model: string, png: Uint8Array): Promise<PictureText | undefined> {
  const signal = AbortSignal.timeout(LONGEST_CALLS_MILLISECONDS)
  for (const pause of [...PAUSES_MILLISECONDS, undefined]) {
    try {
      return await readPicture(model, png, { signal, now: systemClock() })
    } catch (error) {
      logError('picture.failed', error, { model })
      if (error instanceof ModelRefusedError) return refusesPicture(error) ? NO_TEXT : undefined
      if (!(error instanceof ModelDownError)) throw error
      if (pause === undefined || error.reason === 'timeout') return undefined
      await setTimeout(pause)
    }
  }
  return undefined
}
