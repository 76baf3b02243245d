import { parseExactJson, stringifyExactJson } from '@replywright/contract/exact-json.ts'
import { blocksText } from '../../agents/documents/text/block.ts'
import { readPage } from '../../agents/documents/text/html/read-page.ts'
import type { OutboundResponse } from '../../platform/outbound/request-outbound.ts'
import { TookTooLongError } from '../../platform/within-time.ts'

const META_CHARSET = /<meta[^<>]{0,200}charset=["']?([\w-]{1,40})/i

/** Returns a response as text: compact JSON, or the readable part of a page. Returns undefined for binary data. */
export async function readableText({
  headers,
  bytes,
}: Pick<OutboundResponse, 'headers' | 'bytes'>): Promise<ReadPage | undefined> {
  const type = (headers['content-type'] ?? '').toLowerCase()
  const [essence = ''] = type.split(';')
  const kind = kindOf(essence.trim(), bytes)
  if (!kind) return undefined
  const text = decode(bytes, type, kind)
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

/** Decodes with the charset of the response, else of the page, else UTF-8. */
function decode(bytes: Buffer, type: string, kind: 'html' | 'text'): string {
  const inPage = kind === 'html' ? META_CHARSET.exec(bytes.toString('latin1', 0, 1024))?.[1] : undefined
  const charset = /charset=["']?([\w-]+)/.exec(type)?.[1] ?? inPage ?? 'utf-8'
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
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
}

const CUT_PAGE = '\n\n[cut: the page is longer]'

/**
 * Returns a page's title and its text: the main part first, because a long result is cut. Returns undefined for a page
 * that is empty or takes too long to read.
 */
async function htmlText(html: string): Promise<ReadPage | undefined> {
  try {
    const page = await readPage(html.slice(0, LARGEST_PAGE), { links: true, longestMs: LONGEST_MS })
    const { title, blocks, main } = page
    const ordered = [...blocks.filter((block) => main.has(block)), ...blocks.filter((block) => !main.has(block))]
    const text = blocksText(ordered)
    if (!title && !text) return undefined
    return { title, text: html.length > LARGEST_PAGE ? text + CUT_PAGE : text }
  } catch (error) {
    if (error instanceof TookTooLongError) return undefined
    throw error
  }
}
