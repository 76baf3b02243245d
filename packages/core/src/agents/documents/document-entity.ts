import type { CreateEntityItem, EntityItem } from 'electrodb'
import { Entity, key } from '../../platform/table/entity.ts'
import { outAttribute } from '../../platform/table/out.ts'
import { table } from '../../platform/table/table.ts'
import { DOCUMENT_PROBLEMS, type DocumentProblem } from './document-problem.ts'

const problems: readonly DocumentProblem[] = Object.keys(DOCUMENT_PROBLEMS).filter((code) => isProblem(code))

function isProblem(code: string): code is DocumentProblem {
  return code in DOCUMENT_PROBLEMS
}

export const DOCUMENT_STATUSES = ['pending', 'processing', 'ready', 'error'] as const

/**
 * How far a document of an agent is; its name is one of the agent's settings. Apart from them, so that reading a file changes
 * no version of the agent. In the agent's partition. Access: by id; all of an agent. Times in milliseconds. `out` is the
 * message that has it read. Kept as long as the agent has the document.
 */
export const DocumentEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'document', version: '1' },
    attributes: {
      organizationId: { type: 'string', required: true, readOnly: true },
      agentId: { type: 'string', required: true, readOnly: true },
      id: { type: 'string', required: true, readOnly: true },
      status: { type: DOCUMENT_STATUSES, required: true, field: 's' },
      /** Present when the status is `error`. */
      problem: { type: problems },
      /** Until when its file may arrive, or another one in its place; 0 when it came with the request. */
      arrivesUntil: { type: 'number', required: true, readOnly: true },
      /** ETag of the file that the status is about. */
      etag: { type: 'string' },
      /** How often reading that file was begun. */
      attempts: { type: 'number' },
      /** Length of its passages, when it is ready. */
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
