import { outTo } from '../../platform/table/out.ts'
import type { NewDocumentItem } from './document-entity.ts'

/** Validity of an upload form. */
export const FORM_SECONDS = 900
/** S3 checks the validity when an upload starts, so a slow upload ends later. */
const SLOW_UPLOAD_SECONDS = 300

/** Creates a document whose file is stored, or will be uploaded with a form. Writing it has the file read. */
export function newDocument(
  { organizationId, agentId, id }: Pick<NewDocumentItem, 'organizationId' | 'agentId' | 'id'>,
  now: number,
  file: 'stored' | 'announced',
): NewDocumentItem {
  const arrivesUntil = file === 'stored' ? 0 : now + (FORM_SECONDS + SLOW_UPLOAD_SECONDS) * 1000
  const out = outTo('documents', organizationId, { organizationId, agentId, documentId: id, arrivesUntil })
  return { organizationId, agentId, id, status: 'pending', arrivesUntil, createdAt: now, out }
}

/** Returns the seconds for which the form of an announced document is valid. A repeated request does not extend it. */
export function formSeconds(announcedAt: number, now: number): number {
  return Math.max(1, Math.min(FORM_SECONDS, FORM_SECONDS - Math.floor((now - announcedAt) / 1000)))
}
