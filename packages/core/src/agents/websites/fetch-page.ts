import { createHash } from 'node:crypto'
import { DOCUMENT_TYPES } from '@replywright/contract/agents-files.ts'
import { type Guard, systemGuard } from '../../platform/outbound/address-guard.ts'
import { failureText } from '../../platform/outbound/failure-text.ts'
import {
  type OutboundFailure,
  type OutboundResponse,
  requestOutbound,
} from '../../platform/outbound/request-outbound.ts'
import { DOCUMENT_PROBLEMS, UnreadableError } from '../documents/document-problems.ts'
import { documentType } from '../documents/document-type.ts'
import { decodeText } from '../documents/text/decode-text.ts'
import { declaredInMarkup } from '../documents/text/html/declared-encoding.ts'
import { type Reading, readFile } from '../documents/text/read-file.ts'
import type { Passage } from '../documents/text/split-passages.ts'
import { USER_AGENT } from './robots.ts'
import { isGzip, unpackGzip } from './unpack-gzip.ts'

/** A response with a body. */
export interface FetchedFile {
  readonly kind: 'file'
  /** The URL of the response, after redirects. */
  readonly url: string
  /** In lower case, without parameters; `''` if there is none. */
  readonly contentType: string
  readonly charset: string | undefined
  readonly bytes: Buffer
  /** Whether the end is missing. */
  readonly isCut: boolean
  readonly validator: string | undefined
  readonly modified: string | undefined
}

/** The result of a request. A reason is a sentence for the website's owner. */
export type Fetched =
  | FetchedFile
  | { readonly kind: 'unchanged' }
  /** `isDown` if the server does not respond. */
  | { readonly kind: 'failed'; readonly reason: string; readonly isDown: boolean }

/** What a page had when it was read last. */
export interface Validators {
  readonly validator?: string | undefined
  readonly modified?: string | undefined
}

const DEADLINE_MS = 15_000
const LARGEST_PAGE_BYTES = 20 * 1024 * 1024
const LARGEST_SITEMAP_BYTES = 50 * 1024 * 1024
const MAX_REDIRECTS = 5
const ACCEPT = 'text/html, application/xhtml+xml, application/pdf;q=0.9, application/xml;q=0.9, text/*;q=0.9, */*;q=0.5'

/** Requests a page or a sitemap, only if it has changed. */
export async function fetchFile(
  url: string,
  { validator, modified }: Validators = {},
  guard: Guard = systemGuard,
): Promise<Fetched> {
  const headers = {
    accept: ACCEPT,
    'user-agent': USER_AGENT,
    ...(validator !== undefined && { 'if-none-match': validator }),
    ...(modified !== undefined && { 'if-modified-since': modified }),
  }
  const limits = { deadlineMs: DEADLINE_MS, maxBytes: LARGEST_PAGE_BYTES, maxRedirects: MAX_REDIRECTS }
  const response = await requestOutbound({ url, method: 'GET', headers, ...limits }, guard)
  return await judgeResponse(response)
}

/** Returns what a response means for a page. */
export async function judgeResponse(response: OutboundResponse | OutboundFailure): Promise<Fetched> {
  if ('error' in response) {
    const { error } = response
    const isDown = error !== 'blocked_address' && error !== 'too_many_redirects'
    return { kind: 'failed', reason: failureText('The page', error), isDown }
  }
  const { status, headers, bytes, cut, url } = response
  if (status === 304) return { kind: 'unchanged' }
  if (status === 404 || status === 410)
    return { kind: 'failed', reason: `The page does not exist (status ${status}).`, isDown: false }
  if (status < 200 || status > 299)
    return {
      kind: 'failed',
      reason: `The page responded with status ${status}.`,
      isDown: status >= 500 || status === 429,
    }
  if (bytes.length === 0) return { kind: 'failed', reason: 'The page is empty.', isDown: false }
  const [essence = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';')
  const [, charset] = /charset\s{0,9}=\s{0,9}["']?([\w:.-]{1,40})/.exec(parameters.join(';')) ?? []
  return {
    kind: 'file',
    url,
    contentType: essence.trim(),
    charset,
    bytes: isGzip(bytes) ? await unpackGzip(bytes, LARGEST_SITEMAP_BYTES) : bytes,
    isCut: cut,
    validator: sendable(headers.etag),
    modified: sendable(headers['last-modified']),
  }
}

/** Returns a header that can be sent back, or undefined. */
function sendable(header: string | undefined): string | undefined {
  return header !== undefined && /^[ -~]{1,200}$/.test(header) ? header : undefined
}

/** The text of a page, or why it has none, as a sentence for its owner. */
export type PageText =
  | {
      readonly passages: readonly Passage[]
      readonly title: string
      readonly missing: string | undefined
      readonly reason?: undefined
    }
  | { readonly reason: string }

const TEXTS: ReadonlySet<string> = new Set([
  DOCUMENT_TYPES.txt,
  DOCUMENT_TYPES.md,
  DOCUMENT_TYPES.html,
  DOCUMENT_TYPES.csv,
  DOCUMENT_TYPES.json,
])

/** Returns the passages of a page, as those of a document. */
export async function readPageText(
  file: Pick<FetchedFile, 'url' | 'contentType' | 'charset' | 'bytes' | 'isCut'>,
): Promise<PageText> {
  if (file.isCut) return { reason: 'The page is larger than 20 MB, or its end is missing.' }
  const type = typeOf(file)
  if (type === undefined) return { reason: `The page is a file of a type that is not read: ${file.contentType}.` }
  const reading = await readAs(type, file)
  if (!reading.passages) return { reason: reasonOf(reading, type) }
  const { passages, missing, title = '' } = reading
  return { passages, missing, title }
}

/** Returns the type by the declared type, else by the extension in the URL, else by the content. */
function typeOf({ url, contentType, bytes }: Pick<FetchedFile, 'url' | 'contentType' | 'bytes'>): string | undefined {
  if (contentType === 'application/xhtml+xml') return DOCUMENT_TYPES.html
  const declared = documentType('', contentType)
  if (declared !== undefined) return declared
  if (contentType.startsWith('text/')) return DOCUMENT_TYPES.txt
  if (contentType !== '' && contentType !== 'application/octet-stream') return undefined
  const named = documentType(URL.parse(url)?.pathname ?? '', '')
  return (
    named ??
    (/^\s{0,999}<(?:!doctype html|html)/i.test(bytes.toString('latin1', 0, 1200)) ? DOCUMENT_TYPES.html : undefined)
  )
}

async function readAs(type: string, { bytes, charset }: Pick<FetchedFile, 'bytes' | 'charset'>): Promise<Reading> {
  if (!TEXTS.has(type)) return await readFile(bytes, type)
  const declared = [...(charset === undefined ? [] : [charset]), ...declaredInMarkup(bytes)]
  try {
    return await readFile(Buffer.from(await decodeText(bytes, { declared })), type, 'utf-8')
  } catch (error) {
    if (error instanceof UnreadableError) return { problem: error.problem }
    throw error
  }
}

function reasonOf({ problem }: Extract<Reading, { passages?: undefined }>, type: string): string {
  if (problem === 'no_text' || problem === 'empty')
    return type === DOCUMENT_TYPES.html ? 'The page has no text, or scripts write all of it.' : 'The file has no text.'
  if (problem === 'unknown_encoding') return 'The encoding of the characters is not known. Serve the page as UTF-8.'
  return DOCUMENT_PROBLEMS[problem].replace(/^The file /, 'The page ')
}

/** Returns the hash of a page, by which a change is found without an ETag. */
export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32)
}
