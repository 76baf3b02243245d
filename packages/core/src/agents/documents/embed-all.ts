import type { EmbedMessage } from '@replywright/contract/queues.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { type Out, outTo } from '../../platform/outbox/out.ts'
import { resendMessages } from '../../platform/outbox/send-batch.ts'
import { scanTable } from '../../platform/table/scan-table.ts'
import { lacksVectors } from './lacks-vectors.ts'

const ATTRIBUTES = ['pk', '_e', 's', 'etag', 'embeddedBy', 'organizationId', 'agentId', 'id', 'websiteId']

interface Embedded {
  /** Documents and pages that `model` has not embedded. */
  readonly documents: number
  /** Length of their texts. */
  readonly characters: number
  readonly scanned: number
  readonly readUnits: number
}

/**
 * Has the texts embedded that were read without this model. Reads the whole table. Safe to repeat: a text that is embedded
 * already is not embedded again.
 */
export async function embedAll({
  model,
  queueUrls,
  now,
  dryRun = false,
}: {
  readonly model: string
  readonly queueUrls: Readonly<Record<string, string>>
  readonly now: EpochMs
  readonly dryRun?: boolean
}): Promise<Embedded> {
  let [documents, characters, scanned, readUnits] = [0, 0, 0, 0]
  const values = { ':document': 'document', ':page': 'websitePage' }
  const attributes = [...ATTRIBUTES, 'characters']
  for await (const page of scanTable({ filter: '#_e IN (:document, :page)', values, attributes })) {
    const lacking = page.items.filter((item) => lacksVectors(item, model))
    if (!dryRun) await resendMessages(lacking.map(embedOut), queueUrls, now)
    documents += lacking.length
    characters += lacking.reduce((sum, item) => sum + Number(item.characters ?? 0), 0)
    scanned += page.scanned
    readUnits += page.readUnits
  }
  return { documents, characters, scanned, readUnits }
}

function embedOut(item: Readonly<Record<string, unknown>>): Out {
  const [organizationId, agentId, documentId] = [item.organizationId, item.agentId, item.id].map(String)
  const message: EmbedMessage = {
    kind: 'embed',
    organizationId: organizationId ?? '',
    agentId: agentId ?? '',
    documentId: documentId ?? '',
    ...(typeof item.websiteId === 'string' && { websiteId: item.websiteId }),
  }
  return outTo('documents', message.organizationId, message)
}
