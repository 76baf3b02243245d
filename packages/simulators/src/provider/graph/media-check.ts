import * as v from 'valibot'
import type { BusinessMessage } from '../chats.ts'
import type { World } from '../world.ts'
import { GraphError } from './graph-error.ts'
import type { OutboundMessage } from './message-schema.ts'

const KILOBYTE = 1024
const MEGABYTE = 1024 * KILOBYTE
const OFFICE = 'application/vnd.openxmlformats-officedocument'

/** The types and the size that the provider accepts of each kind of file. */
export const MEDIA_LIMITS: Readonly<Record<string, { readonly types: readonly string[]; readonly bytes: number }>> = {
  image: { types: ['image/jpeg', 'image/png'], bytes: 5 * MEGABYTE },
  video: { types: ['video/mp4', 'video/3gpp'], bytes: 16 * MEGABYTE },
  gif: { types: ['video/mp4'], bytes: 16 * MEGABYTE },
  audio: { types: ['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg'], bytes: 16 * MEGABYTE },
  sticker: { types: ['image/webp'], bytes: 500 * KILOBYTE },
  document: {
    types: [
      'text/plain',
      'application/pdf',
      'application/msword',
      'application/vnd.ms-excel',
      'application/vnd.ms-powerpoint',
      `${OFFICE}.wordprocessingml.document`,
      `${OFFICE}.spreadsheetml.sheet`,
      `${OFFICE}.presentationml.presentation`,
    ],
    bytes: 100 * MEGABYTE,
  },
}

const DOWNLOAD_TIMEOUT_MS = 5000
const Reference = v.object({ id: v.optional(v.string()), link: v.optional(v.string()) })
const Part = v.looseObject({ type: v.string() })

interface File {
  readonly kind: string
  readonly id?: string | undefined
  readonly link?: string | undefined
}

/** @throws GraphError if a message refers to a file that was not uploaded */
export function requireUploaded(body: OutboundMessage, { media }: World): void {
  for (const { id } of filesOf(body))
    if (id !== undefined && !media.describe(id))
      throw new GraphError({ code: 100, details: `Media object with ID '${id}' does not exist` })
}

/** Returns why the files of an accepted message cannot be sent, or undefined. Downloads links. */
export async function findMediaProblem(body: OutboundMessage, world: World): Promise<BusinessMessage['error']> {
  for (const file of filesOf(body)) {
    const problem = problemOf(file.kind, await describe(file, world))
    if (problem !== undefined) {
      const { code, title, details } = new GraphError({ code: 131053, details: problem })
      return { code, title, details }
    }
  }
  return undefined
}

interface Described {
  readonly type: string
  readonly bytes: number
}

/** Returns why the provider does not accept a file, or undefined. */
export function problemOf(kind: string, file: Described | string): string | undefined {
  const limits = MEDIA_LIMITS[kind]
  if (typeof file === 'string' || !limits) return String(file)
  if (!limits.types.includes(file.type)) return `Unsupported ${kind} mime type ${file.type}`
  return file.bytes > limits.bytes ? `The ${kind} has more than ${limits.bytes} bytes` : undefined
}

/** Returns a file, or why it cannot be downloaded. */
async function describe({ id, link = '' }: File, { media }: World): Promise<Described | string> {
  if (id !== undefined) {
    const file = media.describe(id)
    return file ? { type: mimeType(file.mime_type), bytes: file.file_size } : `Media ${id} does not exist`
  }
  try {
    const response = await fetch(link, { signal: AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS) })
    const { byteLength } = await response.arrayBuffer()
    if (!response.ok) return `Downloading media from weblink failed with http code ${response.status}`
    return { type: mimeType(response.headers.get('content-type')), bytes: byteLength }
  } catch {
    return 'Downloading media from weblink failed: the server does not respond'
  }
}

function mimeType(header: string | null): string {
  return (header ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

/** Returns the files of a message, of its header and its cards, and of the header of its template. */
function filesOf(body: OutboundMessage): File[] {
  const parts: unknown[] = [body]
  if (body.type === 'interactive' && 'header' in body.interactive) parts.push(body.interactive.header)
  if (body.type === 'interactive' && body.interactive.type === 'carousel')
    parts.push(...body.interactive.action.cards.map(({ header }) => header))
  if (body.type === 'template') parts.push(...(body.template.components ?? []).flatMap(({ parameters }) => parameters))
  return parts.flatMap((part) => {
    if (!v.is(Part, part) || !(part.type in MEDIA_LIMITS)) return []
    const reference = v.safeParse(Reference, part[part.type])
    return reference.success ? [{ kind: part.type, ...reference.output }] : []
  })
}
