import { extname } from 'node:path'
import { DOCUMENT_TYPES } from '@replywright/contract/agents-files.ts'

const BY_EXTENSION: ReadonlyMap<string, string> = new Map([
  ...Object.entries(DOCUMENT_TYPES),
  ['htm', DOCUMENT_TYPES.html],
  ['xhtml', DOCUMENT_TYPES.html],
  ['markdown', DOCUMENT_TYPES.md],
  ['tsv', DOCUMENT_TYPES.csv],
  ...['xlsm', 'xltx', 'xltm'].map((extension) => [extension, DOCUMENT_TYPES.xlsx] as const),
  ...['docm', 'dotx', 'dotm'].map((extension) => [extension, DOCUMENT_TYPES.docx] as const),
  ...['pptm', 'ppsx', 'ppsm', 'potx'].map((extension) => [extension, DOCUMENT_TYPES.pptx] as const),
])
const KNOWN: ReadonlySet<string> = new Set(Object.values(DOCUMENT_TYPES))

/** Returns the type by the extension of the name, else the declared type; undefined for an unsupported type. */
export function documentType(name: string, contentType: string): string | undefined {
  const declared = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return BY_EXTENSION.get(extname(name).slice(1).toLowerCase()) ?? (KNOWN.has(declared) ? declared : undefined)
}
