const KILOBYTE = 1024
const MEGABYTE = 1024 * KILOBYTE

/** How the messaging provider sends a file. */
export type MediaKind = 'image' | 'video' | 'audio' | 'sticker' | 'document'

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const DOCX = `${OFFICE}.wordprocessingml.document`
const XLSX = `${OFFICE}.spreadsheetml.sheet`
const PPTX = `${OFFICE}.presentationml.presentation`
const BY_EXTENSION: Readonly<Record<string, string>> = {
  docx: DOCX,
  xlsx: XLSX,
  pptx: PPTX,
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
}

/** The types that the provider accepts, and its size limits in bytes. */
const KINDS: Readonly<Record<MediaKind, { readonly maxBytes: number; readonly types: readonly string[] }>> = {
  image: { maxBytes: 5 * MEGABYTE, types: ['image/jpeg', 'image/png'] },
  video: { maxBytes: 16 * MEGABYTE, types: ['video/mp4', 'video/3gpp'] },
  audio: { maxBytes: 16 * MEGABYTE, types: ['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg'] },
  sticker: { maxBytes: 500 * KILOBYTE, types: ['image/webp'] },
  document: { maxBytes: 100 * MEGABYTE, types: ['application/pdf', 'text/plain', ...Object.values(BY_EXTENSION)] },
}

/** The number of first bytes that `detectMimeType` requires. */
export const DETECTED_BYTES = 4096

/** Returns the kind and the size limit of files of a MIME type, or undefined if the provider does not accept it. */
export function mediaLimit(mimeType: string): { readonly kind: MediaKind; readonly maxBytes: number } | undefined {
  for (const kind of ['image', 'video', 'audio', 'sticker', 'document'] as const) {
    const { maxBytes, types } = KINDS[kind]
    if (types.includes(mimeType)) return { kind, maxBytes }
  }
  return undefined
}

const SIGNATURES: readonly (readonly [mimeType: string, at: number, bytes: string])[] = [
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/gif', 0, 'GIF8'],
  ['image/webp', 8, 'WEBP'],
  ['audio/wav', 8, 'WAVE'],
  ['audio/mp4', 4, 'ftypM4A'],
  ['video/3gpp', 4, 'ftyp3g'],
  ['video/quicktime', 4, 'ftypqt'],
  ['image/heic', 4, 'ftyphei'],
  ['image/heic', 4, 'ftypmif1'],
  ['video/mp4', 4, 'ftyp'],
  ['video/webm', 0, '\x1a\x45\xdf\xa3'],
  ['audio/amr', 0, '#!AMR'],
  ['audio/ogg', 0, 'OggS'],
  ['audio/mpeg', 0, 'ID3'],
  ['audio/aac', 0, '\xff\xf1'],
  ['audio/aac', 0, '\xff\xf9'],
  ['audio/mpeg', 0, '\xff\xfb'],
  ['audio/mpeg', 0, '\xff\xf3'],
  ['audio/mpeg', 0, '\xff\xf2'],
  ['application/pdf', 0, '%PDF-'],
]

/**
 * Returns the MIME type of a file from its first `DETECTED_BYTES` bytes, or undefined if it is unknown. The name only
 * distinguishes the types of Office documents, which share their signatures.
 */
export function detectMimeType(bytes: Uint8Array, name: string): string | undefined {
  const text = Array.from(bytes.subarray(0, DETECTED_BYTES), (byte) => String.fromCharCode(byte)).join('')
  const known = SIGNATURES.find(([, at, signature]) => text.startsWith(signature, at))
  if (known) return known[0]
  const extension = name.toLowerCase().split('.').at(-1) ?? ''
  if (text.startsWith('PK\x03\x04')) {
    if (text.includes('word/')) return DOCX
    if (text.includes('xl/')) return XLSX
    if (text.includes('ppt/')) return PPTX
    return /^(docx|xlsx|pptx)$/.test(extension) ? BY_EXTENSION[extension] : 'application/zip'
  }
  if (text.startsWith('\xd0\xcf\x11\xe0'))
    return /^(doc|xls|ppt)$/.test(extension) ? BY_EXTENSION[extension] : undefined
  return isText(bytes.subarray(0, DETECTED_BYTES)) ? 'text/plain' : undefined
}

function isText(bytes: Uint8Array): boolean {
  if (bytes.length === 0 || bytes.some((byte) => byte < 9 || (byte > 13 && byte < 32))) return false
  try {
    // The last character can be cut off.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}
