import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { parseJson } from '@replywright/contract/json.ts'
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
import { isLimitReached } from '../usage/usage.ts'
import { pageTextsKey } from './document-entity.ts'
import type { NotRead, PictureReader, ReadScan } from './text/pdf/scans/read-scans.ts'

interface PageReader extends PictureReader {
  /** Returns whether pages were left for the next time, because the worker has two minutes for a file. */
  readonly isUnfinished: () => boolean
}

/** No call begins later. The rest of two minutes is for the last calls, and for embedding. */
const LATEST_CALL_MILLISECONDS = 35_000
const LONGEST_CALL_MILLISECONDS = 25_000
/** Pauses before the second and the third call of a model that is down. */
const PAUSES_MILLISECONDS = [1_000, 4_000]
const LARGEST_TEXTS_BYTES = 20 * 1024 * 1024

/** What the model read, by the hash of the picture; null if it read no complete text. */
const PageTexts = v.record(v.string(), v.nullable(v.string()))

/**
 * Returns what reads pages of a document with the deployment's model, or undefined without one. Each page costs an agent once: its text
 * is stored before the next page is read, and counts for the same file and for one that replaces it.
 */
export async function openPageReader(
  organizationId: string,
  agentId: string,
  documentId: string,
): Promise<PageReader | undefined> {
  const model = settings.SCAN_MODEL
  if (model === undefined) return undefined
  const key = pageTextsKey(organizationId, agentId, documentId)
  const texts = new Map(Object.entries(await storedTexts(key)))
  const latest = systemClock() + LATEST_CALL_MILLISECONDS
  let writing = Promise.resolve()
  let ended: NotRead | undefined
  const keep = async (hash: string, text: string | null) => {
    texts.set(hash, text)
    writing = writing.then(() =>
      putObject(key, Buffer.from(JSON.stringify(Object.fromEntries(texts))), 'application/json'),
    )
    await writing
  }
  const findEnd = async (): Promise<NotRead | undefined> => {
    if (ended) return ended
    if (systemClock() >= latest) return 'later'
    const agent = await findAgent(organizationId, agentId)
    return !agent || (await isLimitReached(agent, systemClock())) ? 'limit' : undefined
  }
  const read = async (png: Uint8Array): Promise<ReadScan> => {
    const hash = createHash('sha256').update(model).update(png).digest('hex').slice(0, HASH_LENGTH)
    const known = texts.get(hash)
    if (known !== undefined) return scanOf(known)
    ended = await findEnd()
    if (ended) return { why: ended }
    const page = await callModel(model, png)
    // The other pages would wait for it as long.
    if (!page) {
      ended = 'down'
      return { why: ended }
    }
    await countTokens({ organizationId, agentId }, page, systemClock())
    await keep(hash, page.text ?? null)
    return scanOf(page.text ?? null)
  }
  return { mostPages: settings.SCAN_PAGES, read, isUnfinished: () => ended === 'later' }
}

const HASH_LENGTH = 32

function scanOf(text: string | null): ReadScan {
  return text === null ? { why: 'failed' } : { text }
}

async function storedTexts(key: string): Promise<v.InferOutput<typeof PageTexts>> {
  const stored = await findObject(key, LARGEST_TEXTS_BYTES)
  const parsed = stored?.bytes && v.safeParse(PageTexts, parseJson(Buffer.from(stored.bytes).toString())?.value)
  return parsed?.success ? parsed.output : {}
}

/** Returns what the model reads, without a text if it refuses the picture, or undefined if it is down. */
async function callModel(model: string, png: Uint8Array): Promise<PictureText | undefined> {
  for (const pause of [...PAUSES_MILLISECONDS, undefined]) {
    try {
      const call = { signal: AbortSignal.timeout(LONGEST_CALL_MILLISECONDS), now: systemClock() }
      return await readPicture(model, png, call)
    } catch (error) {
      logError('picture.failed', error, { model })
      if (error instanceof ModelRefusedError) return { text: undefined, inputTokens: 0, outputTokens: 0, microUsd: 0 }
      if (!(error instanceof ModelDownError)) throw error
      if (pause === undefined || error.reason === 'timeout') return undefined
      await setTimeout(pause)
    }
  }
  return undefined
}
