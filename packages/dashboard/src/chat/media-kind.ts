/** How a file can be shown, by its MIME type. */
export function mediaKind(mimeType: string): 'image' | 'video' | 'audio' | 'file' {
  const [kind] = mimeType.toLowerCase().split('/')
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'file'
}

/** Whether a page may show the file itself: the Content-Security-Policy admits what customers sent, which the API serves. */
export function isShown(url: string, apiBaseUrl: string | undefined): boolean {
  return apiBaseUrl !== undefined && url.startsWith(`${new URL(apiBaseUrl).origin}/media/`)
}

/** A file that is not shown, in words: what it is and where it comes from. */
export function fileWords(url: string, mimeType: string): string {
  const from = URL.canParse(url) ? new URL(url).host : ''
  return [mimeType || 'File', from].filter(Boolean).join(' · ')
}
