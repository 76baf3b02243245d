import { parseJson } from '../../platform/json.ts'
import type { OutboundResponse } from '../../platform/outbound/request-outbound.ts'
import { htmlText, type ReadPage } from './html-text.ts'

const META_CHARSET = /<meta[^>]{0,200}charset=["']?([\w-]{1,40})/i

/** What an answer says as text: JSON without blanks, of a page what a person would read. Undefined for what is no text. */
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
  const json = parseJson(text)
  return { title: '', text: json ? JSON.stringify(json.value) : text.trim() }
}

function kindOf(type: string, bytes: Buffer): 'html' | 'text' | undefined {
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html'
  if (/^text\/|^application\/([\w.+-]+\+)?(json|xml|yaml|x-yaml|x-ndjson|javascript)$/.test(type)) return 'text'
  if (type !== '' || bytes.includes(0)) return undefined
  return /^\s*<(!doctype html|html)/i.test(bytes.toString('latin1', 0, 200)) ? 'html' : 'text'
}

/** By the charset that the answer names, else the page itself, else UTF-8. */
function decode(bytes: Buffer, type: string, kind: 'html' | 'text'): string {
  const inPage = kind === 'html' ? META_CHARSET.exec(bytes.toString('latin1', 0, 1024))?.[1] : undefined
  const charset = /charset=["']?([\w-]+)/.exec(type)?.[1] ?? inPage ?? 'utf-8'
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}
