import type { CreateEntityItem, EntityItem } from 'electrodb'
import { outAttribute } from '../../platform/outbox/out.ts'
import { Entity, key } from '../../platform/table/entity.ts'
import { table } from '../../platform/table/table.ts'
import { DOCUMENT_PROBLEMS, type DocumentProblem } from './document-problem.ts'

const problems: readonly DocumentProblem[] = Object.keys(DOCUMENT_PROBLEMS).filter((code) => isProblem(code))

function isProblem(code: string): code is DocumentProblem {
  return code in DOCUMENT_PROBLEMS
}

export const DOCUMENT_STATUSES = ['pending', 'processing', 'ready', 'error'] as const

/**
 * The status of an agent's document. Its name is in the agent's settings. The item is separate from them, so that
 * reading a file does not change the agent's version. It is in the agent's partition. Access: by id; all of an agent.
 * Times in milliseconds. `out` is the message that has the file read. Kept as long as the agent has the document.
 */
export const DocumentEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'document', version: '1' },
    attributes: {
      organizationId: { type: 'string', required: true, readOnly: true },
      agentId: { type: 'string', required: true, readOnly: true },
      id: { type: 'string', required: true, readOnly: true },
      status: { type: DOCUMENT_STATUSES, required: true, field: 's' },
      /** Present if the status is `error`. */
      problem: { type: problems },
      /** Time until which its file can be uploaded or replaced; 0 for a file that came with the request. */
      arrivesUntil: { type: 'number', required: true, readOnly: true },
      /** ETag of the file that the status refers to. */
      etag: { type: 'string' },
      /** Number of attempts to read that file. */
      attempts: { type: 'number' },
      /** Length of its passages, if it is ready. */
      characters: { type: 'number' },
      createdAt: { type: 'number', required: true, readOnly: true },
      out: { ...outAttribute, required: true, readOnly: true },
    },
    indexes: {
      byAgent: {
        pk: key('pk', 'agent#${organizationId}#${agentId}'),
        sk: key('sk', 'document#${id}'),
      },
    },
  },
  table,
)
export type DocumentItem = EntityItem<typeof DocumentEntity>
export type NewDocumentItem = CreateEntityItem<typeof DocumentEntity>
