import { parseExactJson, stringifyExactJson } from '@replywright/contract/exact-json.ts'
import type { HtmlToTextOptions } from 'html-to-text'
import { boundedTable } from '../../agents/documents/text/bounded-table.ts'
import { shorten } from '../../agents/models/shorten.ts'
import type { OutboundResponse } from '../../platform/outbound/request-outbound.ts'
import { TookTooLongError, withinTime } from './within-time.ts'

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

/** Maximum length of a page; the rest is not read. */
const LARGEST_PAGE = 512 * 1024
/** Deeply nested markup can take minutes to convert. */
const LONGEST_MS = 2000
const LONGEST_LINK = 100
const LONGEST_TITLE = 500

const NOT_CONTENT = ['nav', 'header', 'footer', 'aside', 'form', 'button', 'script', 'style', 'noscript', 'svg', 'img']

const options = {
  wordwrap: false,
  baseElements: { selectors: ['main', 'article'], returnDomByDefault: true },
  limits: { maxDepth: 100, ellipsis: '' },
  formatters: { boundedTable },
  selectors: [
    ...NOT_CONTENT.map((selector) => ({ selector, format: 'skip' })),
    { selector: 'a', options: { noAnchorUrl: true, hideLinkHrefIfSameAsText: true, linkBrackets: ['(', ')'] } },
    { selector: 'table', format: 'boundedTable', options: { uppercaseHeaderCells: false } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
} satisfies HtmlToTextOptions

interface ReadPage {
  /** `''` when the page has none. */
  readonly title: string
  readonly text: string
  /** Whether the page is longer than what was read. */
  readonly isCut?: boolean
}

/**
 * Returns a page's title and the text of its main part, without menus and with shortened links. Returns undefined for
 * an empty or too deeply nested page.
 */
async function htmlText(html: string): Promise<ReadPage | undefined> {
  const { compile } = await import('html-to-text')
  const [readPage, readTitle] = [compile(options), compile({ wordwrap: false })]
  const page = html.slice(0, LARGEST_PAGE)
  const [, title = ''] = /<title[^<>]*>([^<]*)/i.exec(page) ?? []
  try {
    const read = withinTime(LONGEST_MS, () => ({
      title: readTitle(shorten(title, LONGEST_TITLE)).replace(/\s+/g, ' ').trim(),
      text: shortenLinks(readPage(page)).trim(),
      ...(html.length > LARGEST_PAGE && { isCut: true }),
    }))
    return read.title || read.text ? read : undefined
  } catch (error) {
    if (error instanceof TookTooLongError || error instanceof RangeError) return undefined
    throw error
  }
}

/** Removes query strings, and links that are too long: they are for tracking and do not help a reader. */
function shortenLinks(text: string): string {
  return text
    .replace(/\((https?:\/\/[^\s()?]+|\/[^\s()?]*)\?[^\s()]*\)/g, '($1)')
    .replace(new RegExp(` ?\\((?:https?:/)?/[^\\s()]{${LONGEST_LINK},}\\)`, 'g'), '')
    .replace(/\n{3,}/g, '\n\n')
}
