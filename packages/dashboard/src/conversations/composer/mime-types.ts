const BY_EXTENSION: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  mp4: 'video/mp4',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  pdf: 'application/pdf',
}

/** The MIME types that customers' phones can show. */
export const MIME_TYPES = [...new Set(Object.values(BY_EXTENSION))]

/** Returns the MIME type of a URL's extension, or undefined if it is unknown. */
export function mimeTypeOf(url: string): string | undefined {
  const path = URL.canParse(url) ? new URL(url).pathname : ''
  return BY_EXTENSION[path.toLowerCase().split('.').at(-1) ?? '']
}
