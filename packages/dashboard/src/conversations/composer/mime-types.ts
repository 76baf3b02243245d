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

/** Kinds of files that customers' phones show. */
export const MIME_TYPES = [...new Set(Object.values(BY_EXTENSION))]

/** The MIME type that a URL's extension stands for; undefined when it tells nothing. */
export function mimeTypeOf(url: string): string | undefined {
  const path = URL.canParse(url) ? new URL(url).pathname : ''
  return BY_EXTENSION[path.toLowerCase().split('.').at(-1) ?? '']
}
