import { DOCUMENT_TYPES, LARGEST_DOCUMENT_BYTES } from '@messaging/contract/agents-files.ts'
import type { AgentDocument } from '@messaging/contract/agents-sub-resources.ts'

const EXTENSIONS: readonly string[] = Object.keys(DOCUMENT_TYPES)

/** What a file dialog offers. */
export const ACCEPTED = EXTENSIONS.map((extension) => `.${extension}`).join(',')
/** The kinds of files as people say them. */
export const KINDS = `${EXTENSIONS.slice(0, -1).join(', ')} or ${EXTENSIONS.at(-1)}`

/** Whether a document's status will change by itself. */
export function isBeingRead({ status }: Pick<AgentDocument, 'status'>): boolean {
  return status === 'pending' || status === 'processing'
}

/** Why a file cannot be a document; undefined when it can. */
export function fileProblem({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  if (contentTypeOf(name) === undefined) return `Its kind cannot be read: use ${KINDS}.`
  if (size === 0) return 'There is nothing in it.'
  if (size > LARGEST_DOCUMENT_BYTES) return 'It is larger than 20 MB.'
  return undefined
}

/** The content type of a document by its name; undefined for kinds that are not read. */
export function contentTypeOf(name: string): string | undefined {
  const extension = name.toLowerCase().split('.').at(-1)
  return Object.entries(DOCUMENT_TYPES).find(([known]) => known === extension)?.[1]
}
