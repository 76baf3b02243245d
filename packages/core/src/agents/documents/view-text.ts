import type { DocumentText } from '@replywright/contract/dashboard/agents.ts'
import { notFound } from '../../platform/errors.ts'
import { findObject } from '../../platform/objects/read-objects.ts'
import type { Caller } from '../../platform/request.ts'
import { getVisibleAgent } from '../find-agent.ts'
import { passagesKey } from './document-objects.ts'
import { unpackPassages } from './text/split-passages.ts'

const LARGEST_PACKED_BYTES = 50 * 1024 * 1024
/** A passage has about a thousand characters, and a response a few megabytes. */
export const PASSAGES_PER_PAGE = 100

/**
 * Returns the text of a document, or of a page of a website, as the agent searches it: 100 passages from `offset`. There are none
 * of a document that was not read. @throws ServiceError 404
 */
export async function viewText(
  caller: Caller,
  { id, documentId }: { readonly id: string; readonly documentId: string },
  offset: number,
): Promise<DocumentText> {
  const { organizationId } = (await getVisibleAgent(caller, id)).head
  // The key contains the ids of the agent and of the document, so a document of another agent is not found.
  if (!/^[\da-f-]{36}$/.test(documentId)) throw notFound('document')
  const stored = await findObject(passagesKey(organizationId, id, documentId), LARGEST_PACKED_BYTES)
  const passages = stored?.bytes ? await unpackPassages(stored.bytes) : []
  return { total: passages.length, passages: passages.slice(offset, offset + PASSAGES_PER_PAGE) }
}
