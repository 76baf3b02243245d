import { parseExactJson, stringifyExactJson } from '@replywright/contract/exact-json.ts'
import { UnreadableError } from '../../agents/documents/document-problems.ts'
import { blocksText } from '../../agents/documents/text/block.ts'
import { decodeText } from '../../agents/documents/text/decode-text.ts'
import { declaredInMarkup } from '../../agents/documents/text/html/declared-encoding.ts'
import { readPage } from '../../agents/documents/text/html/read-page.ts'
import type { OutboundResponse } from '../../platform/outbound/request-outbound.ts'
import { TookTooLongError } from '../../platform/within-time.ts'

/** Returns a response as text: compact JSON, or the readable part of a page. Returns undefined for binary data. */
export async function readableText({
  headers,
  bytes,
}: Pick<OutboundResponse, 'headers' | 'bytes'>): Promise<ReadPage | undefined> {
  const type = (headers['content-type'] ?? '').toLowerCase()
  const [essence = ''] = type.split(';')
  const kind = kindOf(essence.trim(), bytes)
  if (!kind) return undefined
  const text = await decode(bytes, type, kind)
  if (kind === 'html') return await htmlText(text)
  return { title: '', text: compactJson(text) ?? text.trim() }
}

/** Returns JSON without white space, or undefined if the text is not JSON. */
function compactJson(text: string): string | undefined {
  try {
    return stringifyExactJson(parseExactJson(text))
  } catch {
    return undefined
  }
}

function kindOf(type: string, bytes: Buffer): 'html' | 'text' | undefined {
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html'
  if (/^text\/|^application\/([\w.+-]+\+)?(json|xml|yaml|x-yaml|x-ndjson|javascript)$/.test(type)) return 'text'
  if (type !== '' || bytes.includes(0)) return undefined
  return /^\s*<(!doctype html|html)/i.test(bytes.toString('latin1', 0, 200)) ? 'html' : 'text'
}

/** Decodes as the response or the page declares, or as detected. */
async function decode(bytes: Buffer, type: string, kind: 'html' | 'text'): Promise<string> {
  const [, charset] = /charset=["']?([\w:.-]{1,40})/.exec(type) ?? []
  const declared = [...(charset === undefined ? [] : [charset]), ...(kind === 'html' ? declaredInMarkup(bytes) : [])]
  try {
    return await decodeText(bytes, { declared })
  } catch (error) {
    if (error instanceof UnreadableError) return new TextDecoder().decode(bytes)
    throw error
  }
}

/** Maximum length of a page; the rest is not read, and the model is told. */
const LARGEST_PAGE = 512 * 1024
/** Deeply nested markup can take minutes to read. */
const LONGEST_MS = 2000

interface ReadPage {
  /** `''` when the page has none. */
  readonly title: string
  readonly text: string
  /** Whether the page is longer than what was read. */
  readonly isCut?: boolean
}

/**
 * Returns a page's title and its text: the main part first, because a long result is cut. Returns undefined for a page
 * that is empty or takes too long to read.
 */
async function htmlText(html: string): Promise<ReadPage | undefined> {
  try {
    const page = await readPage(html.slice(0, LARGEST_PAGE), { links: 'short', longestMs: LONGEST_MS })
    const { title, blocks, main } = page
    const ordered = [...blocks.filter((block) => main.has(block)), ...blocks.filter((block) => !main.has(block))]
    const text = blocksText(ordered)
    if (!title && !text) return undefined
    return { title, text, ...(html.length > LARGEST_PAGE && { isCut: true }) }
  } catch (error) {
    if (error instanceof TookTooLongError) return undefined
    throw error
  }
}
