import { extname } from 'node:path'
import { DOCUMENT_TYPES } from '@messaging/contract/agents-files.ts'

const BY_EXTENSION: ReadonlyMap<string, string> = new Map(Object.entries(DOCUMENT_TYPES))
const KNOWN: ReadonlySet<string> = new Set(Object.values(DOCUMENT_TYPES))

/**
 * The content type of a document: by its name's extension, or what was said when the name has none that is known. Undefined
 * for what is no document.
 */
export function documentType(name: string, contentType: string): string | undefined {
  const said = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return BY_EXTENSION.get(extname(name).slice(1).toLowerCase()) ?? (KNOWN.has(said) ? said : undefined)
}
