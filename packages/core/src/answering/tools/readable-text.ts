import { parseExactJson, stringifyExactJson } from '@messaging/contract/exact-json.ts'
import type { OutboundResponse } from '../../platform/outbound/request-outbound.ts'
import { htmlText, type ReadPage } from './html-text.ts'

const META_CHARSET = /<meta[^>]{0,200}charset=["']?([\w-]{1,40})/i

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
