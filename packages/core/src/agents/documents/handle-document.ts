import { LARGEST_DOCUMENT_BYTES } from '@replywright/contract/agents-files.ts'
import type { DocumentMessage, QueueBody } from '@replywright/contract/queues.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import type { Clock } from '../../platform/clock.ts'
import { addFacts, log, logError } from '../../platform/log/log.ts'
import { deleteObjects } from '../../platform/objects/objects.ts'
import { findObject, statObject } from '../../platform/objects/read-objects.ts'
import { consume, DELETE, keep } from '../../platform/queues/consume.ts'
import { acquireSlot, releaseSlot } from '../../platform/queues/organization-slots.ts'
import { showAgainIn } from '../../platform/queues/show-again.ts'
import { settings } from '../../platform/settings.ts'
import { sendDueWebsites } from '../websites/due-websites.ts'
import { handleWebsite } from '../websites/read-website.ts'
import {
  DocumentEntity,
  type DocumentItem,
  isSearchable,
  listDocumentItems,
  MOST_CHARACTERS,
} from './document-entity.ts'
import { documentKey, documentObjects, passagesKey } from './document-objects.ts'
import type { DocumentProblem } from './document-problems.ts'
import { embedDocument } from './embed-document.ts'
import { openPageReader } from './page-reader.ts'
import { type Plan, planReading } from './plan-reading.ts'
import { removeSegments } from './search/part-store.ts'
import { charactersOf, storePassages } from './store-passages.ts'
import { type Reading, readFile } from './text/read-file.ts'

/**
 * Processes a document: reads a new file when the organisation has a free slot. Returns the seconds until the next
 * check, or undefined when nothing is left to do. `sentAt` is when the message was sent to the queue.
 */
export async function handleDocument(
  message: DocumentMessage,
  sentAt: EpochMs,
  clock: Clock,
): Promise<number | undefined> {
  const plan = await planNow(message, clock())
  switch (plan.kind) {
    case 'done':
      return undefined
    case 'wait':
      return plan.seconds
    case 'delete-objects':
      await deleteAll(message)
      return undefined
    case 'fail':
      await storeReading(message, plan.etag, { problem: plan.problem })
      break
    case 'read': {
      const seconds = await readInSlot(message, plan, sentAt, clock)
      if (seconds !== undefined) return seconds
    }
  }
  const next = await planNow(message, clock())
  if (next.kind === 'done') return undefined
  return next.kind === 'wait' ? next.seconds : 1
}

async function planNow(message: DocumentMessage, now: EpochMs): Promise<Plan> {
  const { organizationId, agentId, documentId, arrivesUntil } = message
  const [{ data: item }, file] = await Promise.all([
    DocumentEntity.get({ organizationId, agentId, id: documentId }).go({ consistent: true }),
    statObject(documentKey(organizationId, agentId, documentId)),
  ])
  return planReading(item, file?.etag, arrivesUntil, now)
}

/** Reads the file, or returns the seconds to wait for a slot. */
async function readInSlot(
  message: DocumentMessage,
  plan: Extract<Plan, { kind: 'read' }>,
  sentAt: EpochMs,
  clock: Clock,
): Promise<number | undefined> {
  const { organizationId, documentId } = message
  const pool = { pool: 'documents', organizationId } as const
  const slot = await acquireSlot(pool, { holder: documentId, since: sentAt }, clock)
  if (slot.kind === 'wait') {
    log('document.waiting', { waitedMs: clock() - sentAt, visibilitySeconds: slot.seconds })
    return slot.seconds
  }
  try {
    await read(message, plan)
    return undefined
  } finally {
    await releaseSlot(pool, documentId, slot.part)
  }
}

/**
 * Reads a file. The attempt is stored first, so that a file that kills its reader is not read without limit. Attempts
 * that throw, or leave pages for the next one, do not count.
 */
async function read(message: DocumentMessage, { etag, attempt }: Extract<Plan, { kind: 'read' }>): Promise<void> {
  const { organizationId, agentId, documentId } = message
  const item = { organizationId, agentId, id: documentId }
  const { rejected, data } = await DocumentEntity.patch(item)
    .set({ status: 'processing', etag, attempts: attempt })
    .remove(['problem', 'missing', 'note', 'characters', 'embeddedBy'])
    .go({ returnOnConditionCheckFailure: true, response: 'all_new' })
  if (rejected) return
  try {
    const file = await findObject(documentKey(organizationId, agentId, documentId), LARGEST_DOCUMENT_BYTES)
    if (file?.etag !== etag) return
    const pictures = await openPageReader({ organizationId, agentId, documentId, etag })
    const reading: Reading = file.bytes
      ? await readFile(file.bytes, file.contentType, data?.encoding, pictures)
      : { problem: 'too_large' }
    if (pictures?.isUnfinished()) {
      await setAttempts(item, attempt - 1)
      return
    }
    await storeReading(message, etag, await withinAgentLimit(message, reading))
  } catch (error) {
    await setAttempts(item, attempt - 1)
    throw error
  }
}

type DocumentKey = Pick<DocumentItem, 'organizationId' | 'agentId' | 'id'>

async function setAttempts(item: DocumentKey, attempts: number): Promise<void> {
  await DocumentEntity.patch(item).set({ attempts }).go({ returnOnConditionCheckFailure: true })
}

/** Returns the reading, or a problem if the documents of the agent have too much text together. */
async function withinAgentLimit(
  { organizationId, agentId, documentId }: DocumentMessage,
  reading: Reading,
): Promise<Reading> {
  const { passages } = reading
  if (!passages) return reading
  const items = await listDocumentItems(organizationId, agentId)
  const others = items.filter(({ id, status }) => id !== documentId && isSearchable(status))
  const total = others.reduce((sum, { characters = 0 }) => sum + characters, charactersOf(passages))
  return total > MOST_CHARACTERS ? { problem: 'too_much' } : reading
}

/** Stores the result of a file, unless the file was replaced or the document was deleted. */
async function storeReading(message: DocumentMessage, etag: string | undefined, reading: Reading): Promise<void> {
  const { organizationId, agentId, documentId } = message
  const key = passagesKey(organizationId, agentId, documentId)
  const { passages, missing, note } = reading
  const embeddedBy =
    passages &&
    (await storePassages(organizationId, agentId, { id: documentId, etag: etag ?? '', passages })).embeddedBy
  const change = DocumentEntity.patch({ organizationId, agentId, id: documentId })
  const { rejected, data } = await (passages
    ? change.set({
        status: missing === undefined ? 'ready' : 'partial',
        missing,
        note,
        embeddedBy,
        characters: charactersOf(passages),
      })
    : change.set({ status: 'error', problem: reading.problem })
  )
    .where((attributes, { eq, notExists }) =>
      etag === undefined ? notExists(attributes.etag) : eq(attributes.etag, etag),
    )
    .go({ returnOnConditionCheckFailure: 'all_old' })
  if (rejected && !data) return await deleteAll(message)
  if (rejected) return
  if (!passages) await deleteObjects([key])
  logRead(passages?.length ?? 0, missing === undefined ? 'ready' : 'partial', reading.problem)
}

function logRead(passages: number, status: 'ready' | 'partial', problem: DocumentProblem | undefined): void {
  log('document.read', { outcome: problem ? 'error' : status, problem, passages })
}

async function deleteAll({ organizationId, agentId, documentId }: DocumentMessage): Promise<void> {
  await deleteObjects(documentObjects(organizationId, agentId, [documentId]))
  await removeSegments({ organizationId, agentId }, [documentId])
  log('document.forgotten', {})
}

async function handleMessage(
  message: QueueBody<'documents'>,
  sentAt: EpochMs,
  clock: Clock,
): Promise<number | undefined> {
  if (!('kind' in message)) {
    const { organizationId, agentId, documentId } = message
    addFacts({ organizationId, agentId, documentId })
    return await handleDocument(message, sentAt, clock)
  }
  if (message.kind === 'due-websites') {
    await sendDueWebsites(clock)
    return undefined
  }
  if (message.kind === 'embed') return await embedDocument(message)
  const { organizationId, agentId, websiteId } = message
  addFacts({ organizationId, agentId, websiteId })
  return await handleWebsite(message, sentAt, clock)
}

const failure = 'document.failed'

/** An unexpected failure is retried after this time. */
const FAILURE_SECONDS = 60

/** A message stays in the queue while its file can be uploaded or replaced, and while there is no free slot. */
export async function handleDocumentBatch(event: SQSEvent, clock: Clock): Promise<SQSBatchResponse> {
  const consumer = { failure, showAgain: showAgainIn(settings.DOCUMENTS_QUEUE_URL) }
  return await consume(event, 'documents', consumer, async (message, { sentAt }) => {
    try {
      const seconds = await handleMessage(message, sentAt, clock)
      return seconds === undefined ? DELETE : keep(seconds)
    } catch (error) {
      logError(failure, error)
      return keep(FAILURE_SECONDS)
    }
  })
}
