import { trimEnd } from './trim-end.ts'

export const LONGEST_TOOL_NAME = 64
/** Characters of a text that are read. Each may become several. */
const MOST_READ = 1000

/** Returns the name of a tool that models accept: at most 64 letters, digits, `_` and `-`. Returns `fallback` for an empty one. */
export function toolName(text: string, fallback: string): string {
  const plain = text
    .slice(0, MOST_READ)
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
  const name = trimEnd(plain.replace(/[^a-zA-Z0-9_-]+/g, '_').replace(/^_+/, ''), '_')
  return name.slice(0, LONGEST_TOOL_NAME) || fallback
}
