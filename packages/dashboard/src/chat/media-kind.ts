/** Returns how to show a file of this MIME type. */
export function mediaKind(mimeType: string): 'image' | 'video' | 'audio' | 'file' {
  const [kind] = mimeType.toLowerCase().split('/')
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'file'
}

/** Returns whether the page can show the file. The Content-Security-Policy allows only files that the API serves. */
export function isShown(url: string, apiBaseUrl: string | undefined): boolean {
  return apiBaseUrl !== undefined && url.startsWith(`${new URL(apiBaseUrl).origin}/media/`)
}

const FILE_NAMES = { image: 'Photo', video: 'Video', audio: 'Voice message', file: 'File' } as const

/** Returns a description of a file without a name: its kind, and its host if it is not the API's. */
export function fileWords(url: string, mimeType: string, apiBaseUrl: string | undefined): string {
  const name = mimeType.startsWith('application/pdf') ? 'PDF' : FILE_NAMES[mediaKind(mimeType)]
  const isForeign = URL.canParse(url) && !isShown(url, apiBaseUrl)
  return isForeign ? `${name} · ${new URL(url).host}` : name
}
