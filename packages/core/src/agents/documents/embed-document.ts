import type { EmbedMessage } from '@replywright/contract/queues.ts'
import { log } from '../../platform/log/log.ts'
import { findObject } from '../../platform/objects/read-objects.ts'
import { settings } from '../../platform/settings.ts'
import { WebsitePageEntity } from '../websites/website-page-entity.ts'
import { DocumentEntity, isSearchable } from './document-entity.ts'
import { passagesKey } from './document-objects.ts'
import { storePassages } from './store-passages.ts'
import { unpackPassages } from './text/split-passages.ts'

const LARGEST_PACKED_BYTES = 50 * 1024 * 1024
/** A model that is down is called again after this time. */
const RETRY_SECONDS = 300

/**
 * Embeds a document or page that was read without the embedding model of the deployment. Returns the seconds until the next try,
 * or undefined when nothing is left to do.
 */
export async function embedDocument(message: EmbedMessage): Promise<number | undefined> {
  const { organizationId, agentId, documentId, websiteId } = message
  const model = settings.EMBEDDING_MODEL
  const found = await find(message)
  if (model === undefined || !found || found.embeddedBy === model) return undefined
  const stored = await findObject(passagesKey(organizationId, agentId, documentId), LARGEST_PACKED_BYTES)
  if (!stored?.bytes) return undefined
  const passages = await unpackPassages(stored.bytes)
  const text = { id: documentId, etag: found.etag, passages }
  const { embeddedBy } = await storePassages(organizationId, agentId, text)
  if (embeddedBy === undefined) return RETRY_SECONDS
  const change =
    websiteId === undefined
      ? DocumentEntity.patch({ organizationId, agentId, id: documentId }).set({ embeddedBy })
      : WebsitePageEntity.patch({ organizationId, agentId, websiteId, id: documentId }).set({ embeddedBy })
  await change.go({ returnOnConditionCheckFailure: true })
  log('document.embedded', { agentId, documentId, passages: passages.length })
  return undefined
}

async function find({
  organizationId,
  agentId,
  documentId: id,
  websiteId,
}: EmbedMessage): Promise<{ readonly etag: string; readonly embeddedBy: string | undefined } | undefined> {
  if (websiteId !== undefined) {
    const { data } = await WebsitePageEntity.get({ organizationId, agentId, websiteId, id }).go({ consistent: true })
    return data?.etag === undefined ? undefined : { etag: data.etag, embeddedBy: data.embeddedBy }
  }
  const { data } = await DocumentEntity.get({ organizationId, agentId, id }).go({ consistent: true })
  return data && isSearchable(data.status) ? { etag: data.etag ?? '', embeddedBy: data.embeddedBy } : undefined
}
