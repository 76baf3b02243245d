import { DOCUMENT_TYPES } from '@replywright/contract/agents-files.ts'
import { readFile } from '../read-file.ts'

/** Reads a file. Returns its passages as one text with their places, and what is missing. */
export async function readAs(kind: keyof typeof DOCUMENT_TYPES, content: string | Uint8Array) {
  const { passages = [], missing = '', problem } = await readFile(Buffer.from(content), DOCUMENT_TYPES[kind])
  const text = passages.map((passage) => [passage.place, passage.text].filter(Boolean).join('\n')).join('\n')
  return { text, missing, problem }
}
