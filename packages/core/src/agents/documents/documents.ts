import {
  DOCUMENT_TYPES,
  type DocumentDeclaration,
  LARGEST_FORM_FILE_BYTES,
  type NewDocument,
} from '@replywright/contract/agents-files.ts'
import { MOST_DOCUMENTS } from '@replywright/contract/agents-sub-resources.ts'
import { otherFileAdvice } from '@replywright/contract/other-files.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { invalidField, ServiceError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { deleteObjects, putObject, signedForm, signedUrl } from '../../platform/objects/objects.ts'
import { outTo } from '../../platform/outbox/out.ts'
import type { Caller } from '../../platform/request.ts'
import { getOwnAgent } from '../find-agent.ts'
import { amendAgent } from '../write-agent.ts'
import { DocumentEntity, type DocumentItem, type NewDocumentItem } from './document-entity.ts'
import { documentKey } from './document-objects.ts'
import { documentType } from './document-type.ts'

/**
 * `POST /agents/{id}/documents/` with the file: stores it and adds it to the agent as document `documentId`.
 * @throws ServiceError 400 for an unsupported type; 413 above 4 MB
 */
export async function uploadDocument(
  caller: Caller,
  agentId: string,
  documentId: string,
  {
    file,
    name = file.name,
    encoding,
  }: { readonly file: File; readonly name?: string; readonly encoding?: string | undefined },
  now: EpochMs,
): Promise<NewDocument> {
  const contentType = requireType('file', name, file.type)
  if (file.size > LARGEST_FORM_FILE_BYTES)
    throw new ServiceError(
      'payload_too_large',
      'The file is larger than 4 MB. Announce it as JSON and send it to storage.',
    )
  const { settings } = await getOwnAgent(caller, agentId)
  const { organizationId } = caller
  const document = newDocument({ organizationId, agentId, id: documentId, encoding }, now, 'stored')
  if (settings.documents.some(({ id }) => id === documentId))
    return await view(await addDocument(caller, document, { field: 'file', name }, now), name)
  const key = documentKey(organizationId, agentId, documentId)
  await putObject(key, await file.bytes(), contentType)
  try {
    return await view(await addDocument(caller, document, { field: 'file', name }, now), name)
  } catch (error) {
    // After another error the document may have been added.
    if (error instanceof ServiceError) await deleteObjects([key])
    throw error
  }
}

/** `POST /agents/{id}/documents/` as JSON: returns the upload form. A repeated request does not extend its validity. */
export async function announceDocument(
  caller: Caller,
  agentId: string,
  documentId: string,
  { name, size, contentType, encoding }: DocumentDeclaration,
  now: EpochMs,
): Promise<NewDocument> {
  const type = requireType('name', name, contentType)
  const { organizationId } = caller
  const document = newDocument({ organizationId, agentId, id: documentId, encoding }, now, 'announced')
  const added = await addDocument(caller, document, { field: 'name', name }, now)
  const key = documentKey(organizationId, agentId, documentId)
  const { url, fields } = await signedForm(key, type, size, formSeconds(added.createdAt, now))
  return { ...(await view(added, name)), upload: { url, fields } }
}

function requireType(field: string, name: string, contentType: string): string {
  const type = documentType(name, contentType)
  if (type) return type
  const advice = otherFileAdvice(name)
  const types = `must be one of these types: ${Object.keys(DOCUMENT_TYPES).join(', ')}`
  throw invalidField(field, advice === undefined ? types : `${types}. For this file: ${advice}`)
}

type Added = Pick<DocumentItem, 'organizationId' | 'agentId' | 'id' | 'status' | 'createdAt'>

/** Adds a document, in one write with the message that has its file read, or returns the existing document. */
async function addDocument(
  caller: Caller,
  document: NewDocumentItem,
  { field, name }: { readonly field: string; readonly name: string },
  now: EpochMs,
): Promise<Added> {
  const { organizationId, agentId, id } = document
  let known = false
  await amendAgent(
    caller,
    agentId,
    (settings) => {
      known = settings.documents.some((other) => other.id === id)
      if (known) return undefined
      if (settings.documents.length >= MOST_DOCUMENTS)
        throw invalidField(field, `an agent has at most ${MOST_DOCUMENTS} documents; delete one first`)
      return { ...settings, documents: [...settings.documents, { id, name }] }
    },
    now,
    [document],
  )
  if (!known) log('document.added', { organizationId, agentId, documentId: id })
  const { data } = known ? await DocumentEntity.get({ organizationId, agentId, id }).go({ consistent: true }) : {}
  return data ?? document
}

async function view({ organizationId, agentId, id, status }: Added, name: string): Promise<NewDocument> {
  const file = await signedUrl(documentKey(organizationId, agentId, id), name)
  return { id, name, file, status, upload: null }
}

/** Validity of an upload form. */
const FORM_SECONDS = 900

/** S3 checks the validity when an upload starts, so a slow upload ends later. */
const SLOW_UPLOAD_SECONDS = 300

/** Creates a document whose file is stored, or will be uploaded with a form. Writing it has the file read. */
function newDocument(
  { organizationId, agentId, id, encoding }: Pick<NewDocumentItem, 'organizationId' | 'agentId' | 'id' | 'encoding'>,
  now: EpochMs,
  file: 'stored' | 'announced',
): NewDocumentItem {
  const arrivesUntil = file === 'stored' ? 0 : now + (FORM_SECONDS + SLOW_UPLOAD_SECONDS) * 1000
  const out = outTo('documents', organizationId, { organizationId, agentId, documentId: id, arrivesUntil })
  return { organizationId, agentId, id, status: 'pending', encoding, arrivesUntil, createdAt: now, out }
}

/** Returns the seconds for which the form of an announced document is valid. A repeated request does not extend it. */
export function formSeconds(announcedAt: EpochMs, now: EpochMs): number {
  return Math.max(1, Math.min(FORM_SECONDS, FORM_SECONDS - Math.floor((now - announcedAt) / 1000)))
}
