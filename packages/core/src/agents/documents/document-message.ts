import { outTo } from '../../platform/table/out.ts'
import type { NewDocumentItem } from './document-entity.ts'

/** How long a form takes a file. */
export const FORM_SECONDS = 900
/** S3 looks at the clock when an upload begins; a slow one ends later. */
const SLOW_UPLOAD_SECONDS = 300

/** A document whose file is stored, or announced: then it arrives by a form. Writing it has the file read. */
export function newDocument(
  { organizationId, agentId, id }: Pick<NewDocumentItem, 'organizationId' | 'agentId' | 'id'>,
  now: number,
  file: 'stored' | 'announced',
): NewDocumentItem {
  const arrivesUntil = file === 'stored' ? 0 : now + (FORM_SECONDS + SLOW_UPLOAD_SECONDS) * 1000
  const out = outTo('documents', organizationId, { organizationId, agentId, documentId: id, arrivesUntil })
  return { organizationId, agentId, id, status: 'pending', arrivesUntil, createdAt: now, out }
}

/** Seconds from `now` for which the form of an announced document is valid: a repeated request makes it last no longer. */
export function formSeconds(announcedAt: number, now: number): number {
  return Math.max(1, Math.min(FORM_SECONDS, FORM_SECONDS - Math.floor((now - announcedAt) / 1000)))
}
