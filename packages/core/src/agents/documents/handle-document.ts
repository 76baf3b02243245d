import { LARGEST_DOCUMENT_BYTES } from '@messaging/contract/agents-files.ts'
import type { DocumentMessage } from '@messaging/contract/queues.ts'
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import type { Clock } from '../../platform/clock.ts'
import { log, logError } from '../../platform/log/log.ts'
import { addFacts } from '../../platform/log/log-context.ts'
import { deleteObjects, putObject } from '../../platform/objects/objects.ts'
import { findObject, statObject } from '../../platform/objects/read-objects.ts'
import { consume } from '../../platform/queues/consume.ts'
import { DELETE, keep } from '../../platform/queues/fate.ts'
import { acquireSlot, releaseSlot } from '../../platform/queues/organization-slots.ts'
import { showAgainIn } from '../../platform/queues/show-again.ts'
import { settings } from '../../platform/settings.ts'
import { DocumentEntity } from './document-entity.ts'
import type { DocumentProblem } from './document-problem.ts'
import { documentKey, documentObjects, passagesKey } from './document-store.ts'
import { packPassages } from './passages.ts'
import { type Plan, planReading } from './plan-reading.ts'
import { type Reading, readFile } from './text/read-file.ts'

/**
 * Processes a document: reads a new file when the organisation has a free slot. Returns the seconds until the next
 * check, or undefined when nothing is left to do. `sentAt` is when the message was sent to the queue, in milliseconds
 * since the epoch.
 */
export async function handleDocument(
  message: DocumentMessage,
  sentAt: number,
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

async function planNow(message: DocumentMessage, now: number): Promise<Plan> {
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
  sentAt: number,
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
 * that throw do not count.
 */
async function read(message: DocumentMessage, { etag, attempt }: Extract<Plan, { kind: 'read' }>): Promise<void> {
  const { organizationId, agentId, documentId } = message
  const item = { organizationId, agentId, id: documentId }
  const { rejected } = await DocumentEntity.patch(item)
    .set({ status: 'processing', etag, attempts: attempt })
    .remove(['problem', 'characters'])
    .go({ returnOnConditionCheckFailure: true })
  if (rejected) return
  try {
    const file = await findObject(documentKey(organizationId, agentId, documentId), LARGEST_DOCUMENT_BYTES)
    if (file?.etag !== etag) return
    await storeReading(
      message,
      etag,
      file.bytes ? await readFile(file.bytes, file.contentType) : { problem: 'too_large' },
    )
  } catch (error) {
    await DocumentEntity.patch(item)
      .set({ attempts: attempt - 1 })
      .go({ returnOnConditionCheckFailure: true })
    throw error
  }
}

/** Stores the result of a file, unless the file was replaced or the document was deleted. */
async function storeReading(message: DocumentMessage, etag: string | undefined, reading: Reading): Promise<void> {
  const { organizationId, agentId, documentId } = message
  const key = passagesKey(organizationId, agentId, documentId)
  const { passages } = reading
  if (passages) await putObject(key, await packPassages(passages), 'application/gzip')
  const change = DocumentEntity.patch({ organizationId, agentId, id: documentId })
  const { rejected, data } = await (passages
    ? change.set({ status: 'ready', characters: passages.reduce((sum, { text }) => sum + text.length, 0) })
    : change.set({ status: 'error', problem: reading.problem })
  )
    .where((attributes, { eq, notExists }) =>
      etag === undefined ? notExists(attributes.etag) : eq(attributes.etag, etag),
    )
    .go({ returnOnConditionCheckFailure: 'all_old' })
  if (rejected && !data) return await deleteAll(message)
  if (rejected) return
  if (!passages) await deleteObjects([key])
  logRead(passages?.length ?? 0, reading.problem)
}

function logRead(passages: number, problem: DocumentProblem | undefined): void {
  log('document.read', { outcome: problem ? 'error' : 'ready', problem, passages })
}

async function deleteAll({ organizationId, agentId, documentId }: DocumentMessage): Promise<void> {
  await deleteObjects(documentObjects(organizationId, agentId, [documentId]))
  log('document.forgotten', {})
}

const failure = 'document.failed'
/** An unexpected failure is retried after this time. */
const FAILURE_SECONDS = 60

/** A message stays in the queue while its file can be uploaded or replaced, and while there is no free slot. */
export async function handleDocumentBatch(event: SQSEvent, clock: () => number): Promise<SQSBatchResponse> {
  const consumer = { failure, showAgain: showAgainIn(settings.DOCUMENTS_QUEUE_URL) }
  return await consume(event, 'documents', consumer, async (message, { sentAt }) => {
    const { organizationId, agentId, documentId } = message
    addFacts({ organizationId, agentId, documentId })
    try {
      const seconds = await handleDocument(message, sentAt, clock)
      return seconds === undefined ? DELETE : keep(seconds)
    } catch (error) {
      logError(failure, error)
      return keep(FAILURE_SECONDS)
    }
  })
}
