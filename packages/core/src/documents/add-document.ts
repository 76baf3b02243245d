import {
  DOCUMENT_TYPES,
  type DocumentDeclaration,
  LARGEST_FORM_FILE_BYTES,
  type NewDocument,
} from '@messaging/contract/agents-files.ts'
import { amendAgent } from '../agents/amend-agent.ts'
import { requireOwnAgent } from '../agents/get-agent.ts'
import type { Caller } from '../api-keys/authenticate.ts'
import { invalidField, ServiceError } from '../errors.ts'
import { log } from '../log.ts'
import { deleteObjects, putObject, signedForm, signedUrl } from '../objects/objects.ts'
import { documentKey } from './document-key.ts'
import { documentType } from './document-type.ts'

const MOST_DOCUMENTS = 100

/**
 * `POST /agents/{id}/documents/` with the file itself: stored, and added to the agent as document `documentId`. 400 for a kind
 * that is none of ours; 413 above 4 MB.
 */
export async function uploadDocument(
  caller: Caller,
  agentId: string,
  documentId: string,
  { file, name = file.name }: { readonly file: File; readonly name?: string | undefined },
): Promise<NewDocument> {
  const contentType = requireType('file', name, file.type)
  if (file.size > LARGEST_FORM_FILE_BYTES)
    throw new ServiceError(
      'payload_too_large',
      'The file is larger than 4 MB: announce it as JSON and send it to storage.',
    )
  const { settings } = await requireOwnAgent(caller, agentId)
  if (settings.documents.some(({ id }) => id === documentId))
    return { ...(await addDocument(caller, agentId, documentId, name)), upload: null }
  const key = documentKey(caller.organizationId, agentId, documentId)
  await putObject(key, await file.bytes(), contentType)
  try {
    return { ...(await addDocument(caller, agentId, documentId, name)), upload: null }
  } catch (error) {
    await deleteObjects([key])
    throw error
  }
}

/** `POST /agents/{id}/documents/` as JSON: adds the document, and answers the form that its file is to be sent with. */
export async function announceDocument(
  caller: Caller,
  agentId: string,
  documentId: string,
  { name, size, contentType }: DocumentDeclaration,
): Promise<NewDocument> {
  const type = requireType('name', name, contentType)
  const document = await addDocument(caller, agentId, documentId, name)
  const { url, fields } = await signedForm(documentKey(caller.organizationId, agentId, documentId), type, size)
  return { ...document, upload: { url, fields } }
}

function requireType(field: string, name: string, contentType: string): string {
  const type = documentType(name, contentType)
  if (type) return type
  throw invalidField(field, `must be one of these kinds: ${Object.keys(DOCUMENT_TYPES).join(', ')}`)
}

async function addDocument(caller: Caller, agentId: string, id: string, name: string) {
  const { organizationId } = caller
  const document = { id, name, status: 'pending' } as const
  await amendAgent(caller, agentId, (settings) => {
    if (settings.documents.some((known) => known.id === id)) return undefined
    if (settings.documents.length >= MOST_DOCUMENTS)
      throw invalidField('file', `is one too many: an agent has at most ${MOST_DOCUMENTS} documents`)
    return { ...settings, documents: [...settings.documents, document] }
  })
  log('document.added', { organizationId, agentId, documentId: id })
  const file = await signedUrl(documentKey(organizationId, agentId, id), name)
  return { id, name, file, status: document.status }
}
