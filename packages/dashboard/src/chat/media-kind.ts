/** Returns how to show a file of this MIME type. */
export function mediaKind(mimeType: string): 'image' | 'video' | 'audio' | 'file' {
  const [kind] = mimeType.toLowerCase().split('/')
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'file'
}

/** Returns whether the page can show the file. The Content-Security-Policy allows only files that the API serves. */
export function isShown(url: string, apiBaseUrl: string | undefined): boolean {
  return apiBaseUrl !== undefined && url.startsWith(`${new URL(apiBaseUrl).origin}/media/`)
}

/** Returns a description of a file that is not shown: its type and host. */
export function fileWords(url: string, mimeType: string): string {
  const from = URL.canParse(url) ? new URL(url).host : ''
  return [mimeType || 'File', from].filter(Boolean).join(' · ')
}
