import type { MediaKind } from '@messaging/contract/media-types.ts'

/** Returns the kind of media of a MIME type. Unknown types are documents. */
export function mediaKind(mimeType: string): MediaKind {
  const [type = '', subtype = ''] = mimeType.toLowerCase().split(/[/;]/)
  if (type === 'image' && ['jpeg', 'png'].includes(subtype)) return 'image'
  if (type === 'image' && subtype === 'webp') return 'sticker'
  return type === 'video' || type === 'audio' ? type : 'document'
}
