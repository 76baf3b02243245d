import type { Agent } from '@replywright/contract/agents.ts'
import { DOCUMENT_TYPES, ENCODINGS, LARGEST_DOCUMENT_BYTES } from '@replywright/contract/agents-files.ts'
import type { AgentDocument, AgentWebsitePage } from '@replywright/contract/agents-sub-resources.ts'
import { otherFileAdvice } from '@replywright/contract/other-files.ts'
import { ApiError } from '../../api/api-error.ts'
import { sentence } from '../../ui/form-errors.ts'

const EXTENSIONS: readonly string[] = Object.keys(DOCUMENT_TYPES)

/** The `accept` attribute of the file inputs. */
export const ACCEPTED = EXTENSIONS.map((extension) => `.${extension}`).join(',')
/** The supported file extensions, as readable text. */
export const KINDS = `${EXTENSIONS.slice(0, -1).join(', ')} or ${EXTENSIONS.at(-1)}`

export type Encoding = (typeof ENCODINGS)[number]

/** Returns the encoding with this name, or undefined. */
export function encodingOf(name: string): Encoding | undefined {
  return ENCODINGS.find((known) => known === name)
}

const TEXTS = ['txt', 'md', 'html', 'csv', 'json']

/** Returns whether a file, or a part of a mail, that could not be read may be read in another encoding. */
export function asksForEncoding({
  name,
  status,
  problem = '',
}: Pick<AgentDocument, 'name' | 'status' | 'problem'>): boolean {
  const extension = name.toLowerCase().split('.').at(-1) ?? ''
  if (extension === 'eml') return status !== 'ready' && problem.includes('encoding')
  return status === 'error' && TEXTS.includes(extension)
}

/** Returns whether a document is still pending or processing. */
export function isProcessing({ status }: Pick<AgentDocument, 'status'>): boolean {
  return status === 'pending' || status === 'processing'
}

/** Returns whether a document or a website of an agent is being read. */
export function isReading(agent: Pick<Agent, 'documents' | 'websiteTools'> | undefined): boolean {
  if (!agent) return false
  return (
    agent.documents.some(isProcessing) ||
    agent.websiteTools.some(({ daily, active, reading }) => daily && active && reading)
  )
}

/** Returns how many pages of a website have text, and how many have a problem. */
export function pagesText(pages: readonly Pick<AgentWebsitePage, 'status'>[]): string {
  const failed = pages.filter(({ status }) => status !== 'ready').length
  const all = pages.length === 1 ? '1 page' : `${pages.length} pages`
  return failed === 0 ? all : `${all}, ${failed} with a problem`
}

/** Returns why a file cannot be a document, or undefined if it can. */
export function fileProblem({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  const advice = otherFileAdvice(name)
  if (contentTypeOf(name) === undefined && advice !== undefined) return `Unsupported file type. ${sentence(advice)}`
  if (contentTypeOf(name) === undefined) return `Unsupported file type. Use ${KINDS}.`
  if (size === 0) return 'The file is empty.'
  if (size > LARGEST_DOCUMENT_BYTES) return 'Must be at most 20 MB.'
  return undefined
}

/** Returns the content type of a file name, or undefined if the type is not supported. */
export function contentTypeOf(name: string): string | undefined {
  const extension = name.toLowerCase().split('.').at(-1)
  return Object.entries(DOCUMENT_TYPES).find(([known]) => known === extension)?.[1]
}

/** Thrown if a document was renamed in the meantime. `current` is its name. */
export class RenamedError extends ApiError {
  override name = 'RenamedError'
  readonly current: string
  constructor(current: string) {
    super(`This document was renamed to ${current} in the meantime. Select Rename again to replace that name.`, {
      status: 409,
      code: 'conflict',
    })
    this.current = current
  }
}

/** Returns the documents with a new name of one of them. @throws RenamedError if its name is not `seen` any more */
export function renameDocument(
  all: readonly AgentDocument[],
  id: string,
  { seen, chosen }: { readonly seen: string; readonly chosen: string },
): readonly AgentDocument[] {
  const current = all.find((each) => each.id === id)?.name
  if (current !== undefined && current !== seen && current !== chosen) throw new RenamedError(current)
  return all.map((each) => (each.id === id ? { ...each, name: chosen } : each))
}
